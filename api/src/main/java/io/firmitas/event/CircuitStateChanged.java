package io.firmitas.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker went from one state to another. Exactly one event for each transition.
 *
 * @param policy the breaker's name
 * @param from the state it left
 * @param to the state it entered
 * @param failures the failures on record after the transition; 0 when it closed
 * @param openTime how long the breaker will stay open; zero unless {@code to} is {@link
 *     CircuitState#OPEN}
 * @param timeInPreviousState how long the breaker was in {@code from}
 * @param failure the failure that caused the transition, or {@code null} when none did
 * @param at the wall-clock time, for people
 */
public record CircuitStateChanged(
    String policy,
    CircuitState from,
    CircuitState to,
    int failures,
    Duration openTime,
    Duration timeInPreviousState,
    @Nullable Throwable failure,
    Instant at)
    implements CircuitBreakerEvent {
  /**
   * Whether a failed probe opened the breaker again.
   *
   * @return true for half-open to open
   */
  public boolean reopened() {
    return from == CircuitState.HALF_OPEN && to == CircuitState.OPEN;
  }

  /**
   * The failure that caused the transition.
   *
   * @return the failure, or empty when time, a success or a person caused it
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }
}
