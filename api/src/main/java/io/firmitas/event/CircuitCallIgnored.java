package io.firmitas.event;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call admitted by a circuit breaker ended neither as a success nor as a failure; its permit was
 * given back.
 *
 * @param policy the breaker's name
 * @param state the state after the permit was given back
 * @param failure why, or {@code null} when the permit was released by hand
 */
public record CircuitCallIgnored(String policy, CircuitState state, @Nullable Throwable failure)
    implements CircuitBreakerEvent {
  /**
   * The exception with which the call ended.
   *
   * @return the exception, or empty when the permit was released by hand
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }
}
