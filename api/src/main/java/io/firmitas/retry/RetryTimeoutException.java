package io.firmitas.retry;

import org.jspecify.annotations.Nullable;

/**
 * A retry gave up because the next delay would not fit into its total time limit or before the
 * deadline.
 */
public final class RetryTimeoutException extends RetryException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception; for providers.
   *
   * @param policyName the name of the retry
   * @param attempts how many attempts were made
   * @param elapsedNanos how long the call took, in nanoseconds
   * @param lastFailure the last failure, or {@code null}
   * @param lastResult the last result, or {@code null}
   * @param stackTrace whether to record the stack trace
   */
  public RetryTimeoutException(
      String policyName,
      int attempts,
      long elapsedNanos,
      @Nullable Throwable lastFailure,
      @Nullable Object lastResult,
      boolean stackTrace) {
    super(policyName, attempts, elapsedNanos, lastFailure, lastResult, stackTrace);
  }

  @Override
  String reason() {
    return "Retry time limit reached";
  }
}
