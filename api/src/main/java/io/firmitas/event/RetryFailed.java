package io.firmitas.event;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call under a retry ended without an accepted result.
 *
 * @param policy the retry's name
 * @param attempts how many attempts were made
 * @param reason why no further attempt is made
 * @param failure the last failure, or {@code null} when the last result was rejected
 * @param rejectedResult the last result, or {@code null} when there was a failure
 */
public record RetryFailed(
    String policy,
    int attempts,
    Reason reason,
    @Nullable Throwable failure,
    @Nullable Object rejectedResult)
    implements RetryEvent {
  /** Why a retry stops. */
  public enum Reason {
    /** All attempts are used up. */
    ATTEMPTS_EXHAUSTED,
    /** The next delay would not fit into the retry's own total time limit. */
    TIME_LIMIT,
    /** The next delay would not fit before the deadline of the context. */
    DEADLINE,
    /** The failure is not one that is retried. */
    NOT_RETRYABLE,
    /** The retry budget is spent. */
    BUDGET_EXHAUSTED,
    /** Retries are switched off for this call. */
    SKIPPED,
    /** The thread was interrupted, or the call cancelled, while waiting for the next attempt. */
    INTERRUPTED
  }

  /**
   * Whether the call was given up although its failure is one that is retried.
   *
   * @return true for exhausted attempts, an exhausted time limit, deadline or budget
   */
  public boolean exhausted() {
    return reason == Reason.ATTEMPTS_EXHAUSTED
        || reason == Reason.TIME_LIMIT
        || reason == Reason.DEADLINE
        || reason == Reason.BUDGET_EXHAUSTED;
  }

  /**
   * The last failure.
   *
   * @return the failure, or empty when the last result was rejected
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }
}
