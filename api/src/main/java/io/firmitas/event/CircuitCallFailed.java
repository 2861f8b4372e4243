package io.firmitas.event;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call admitted by a circuit breaker ended with what the breaker counts as a failure.
 *
 * @param policy the breaker's name
 * @param state the state after the outcome was recorded
 * @param failures the failures on record, this one included where it counts
 * @param threshold the number of failures that opens the breaker; 0 when a rate decides
 * @param failure the failure, or {@code null} when a result or a duration was the failure
 */
public record CircuitCallFailed(
    String policy, CircuitState state, int failures, int threshold, @Nullable Throwable failure)
    implements CircuitBreakerEvent {
  /**
   * The failure.
   *
   * @return the failure, or empty when a result was the failure
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }
}
