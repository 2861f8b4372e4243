package io.firmitas.event;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An attempt failed and another one follows after a delay. Published before the delay.
 *
 * @param policy the retry's name
 * @param attempt the number of the attempt that failed, from 1
 * @param maxAttempts the greatest number of attempts; {@link Integer#MAX_VALUE} when unlimited
 * @param delay the delay before the next attempt, exactly as it will be waited
 * @param failure the failure, or {@code null} when the result is retried
 * @param rejectedResult the result that is retried, or {@code null} when there was a failure
 */
public record RetryScheduled(
    String policy,
    int attempt,
    int maxAttempts,
    Duration delay,
    @Nullable Throwable failure,
    @Nullable Object rejectedResult)
    implements RetryEvent {
  /**
   * The failure of the attempt.
   *
   * @return the failure, or empty when a result is retried
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }

  /**
   * The result that is retried.
   *
   * @return the result, or empty when there was a failure or the result was {@code null}
   */
  public Optional<Object> result() {
    return Optional.ofNullable(rejectedResult);
  }
}
