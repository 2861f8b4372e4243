package io.firmitas.retry;

import io.firmitas.internal.Arguments;

/**
 * Limits retries across all calls that share it, so that an outage is not answered with a storm of
 * retries. Share one object between the retries that call the same dependency.
 *
 * <p>A retry asks the budget before each delay. When it refuses, the call is given up with its own
 * last failure. Implementations are thread-safe and quick. What one throws is reported; when it
 * throws as it is asked, it has refused.
 */
public interface RetryBudget {
  /** A call starts; told before its first attempt. */
  void callStarted();

  /**
   * Asks for one more attempt of a call.
   *
   * @param first whether it is the call's first retry
   * @return true when the attempt may be made
   */
  boolean tryRetry(boolean first);

  /**
   * A call ended; told exactly once for each call that started.
   *
   * @param succeeded whether the call ended with an accepted result
   * @param retried whether {@link #tryRetry} granted the call anything
   */
  void callEnded(boolean succeeded, boolean retried);

  /**
   * Forgets earlier calls: grants as much as a new budget would. Calls on their way stay counted.
   * The default does nothing, for budgets that remember nothing.
   */
  default void reset() {}

  /**
   * A bucket of tokens, full at first. A retry takes one token, a call that succeeds puts back a
   * share of one. A ratio of 0.1 allows, in the long run, one retry for ten successes. Source:
   * Brooker, Fixing retries with token buckets and circuit breakers, 2022; the same rule is in
   * gRPC's retry throttling.
   *
   * @param capacity how many tokens the bucket holds, at least 1
   * @param tokensPerSuccess what a success puts back, above 0, at most {@code capacity}
   * @return a new budget
   */
  static RetryBudget ofTokens(int capacity, double tokensPerSuccess) {
    return new TokenBudget(
        Arguments.atLeast("capacity", capacity, 1),
        Arguments.between("tokensPerSuccess", tokensPerSuccess, 1e-9, capacity));
  }

  /**
   * A share of the calls that are on their way: a call may be retried while not more than that
   * share of all calls is being retried. A call counts as being retried from its first retry on,
   * while it waits too, until it ends.
   *
   * @param share the share, above 0, at most 1
   * @param minimum how many calls may be retried at once whatever the share, at least 0
   * @return a new budget
   */
  static RetryBudget ofShare(double share, int minimum) {
    return new ShareBudget(
        Arguments.between("share", share, 1e-9, 1.0), Arguments.atLeast("minimum", minimum, 0));
  }
}
