package io.firmitas.event;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A retry was refused by the retry budget; the call is given up with its own failure.
 *
 * @param policy the retry's name
 * @param attempt the number of the attempt that failed, from 1
 * @param failure the failure, or {@code null} when the result was rejected
 */
public record RetryBudgetExhausted(String policy, int attempt, @Nullable Throwable failure)
    implements RetryEvent {
  /**
   * The failure of the attempt.
   *
   * @return the failure, or empty when the result was rejected
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }
}
