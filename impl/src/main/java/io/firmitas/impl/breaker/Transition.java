package io.firmitas.impl.breaker;

import io.firmitas.event.CircuitStateChanged;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of state, found out under the lock and told outside it.
 *
 * @param from the period left
 * @param to the period entered
 * @param failures the failures on record in the period entered
 * @param now the clock reading of the change
 * @param failure the failure that caused it, or {@code null} when none did
 */
record Transition(Period from, Period to, int failures, long now, @Nullable Throwable failure) {
  CircuitStateChanged event(String name, Instant at) {
    return new CircuitStateChanged(
        name,
        from.state(),
        to.state(),
        failures,
        to instanceof Period.Open open ? open.openTime() : Duration.ZERO,
        Duration.ofNanos(Math.max(0, now - from.since)),
        failure,
        at);
  }
}
