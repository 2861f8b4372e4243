package io.firmitas.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the delay before a retry by the failure, for example from a {@code Retry-After} header.
 */
@FunctionalInterface
public interface DelayFunction {
  /**
   * The delay after a failure.
   *
   * @param failure the failure, unwrapped
   * @param attempt the number of the attempt that failed, from 1
   * @return the delay, or {@code null} for no opinion: backoff and jitter then decide
   */
  @Nullable Duration delayAfter(Throwable failure, int attempt);
}
