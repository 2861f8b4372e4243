package io.firmitas.retry;

import io.firmitas.CallRejectedException;
import io.firmitas.CommonSettings;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyConfig;
import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The checked settings of a retry. Immutable and thread-safe; see {@link RetryBuilder} for what
 * each means.
 */
public final class RetryConfig implements PolicyConfig<Retry> {
  private final RetryBuilder settings;
  private final CommonSettings common;

  /** Takes a private copy of a builder whose settings have been checked. */
  RetryConfig(RetryBuilder settings, CommonSettings common) {
    this.settings = settings;
    this.common = common;
  }

  @Override
  public CommonSettings common() {
    return common;
  }

  /**
   * The greatest number of attempts.
   *
   * @return the number, {@link Integer#MAX_VALUE} when unlimited
   */
  public int maxAttempts() {
    return settings.effectiveMaxAttempts();
  }

  /**
   * The delays between attempts, before jitter and cap.
   *
   * @return the backoff
   */
  public Backoff backoff() {
    return settings.effectiveBackoff();
  }

  /**
   * What spreads the delays.
   *
   * @return the jitter
   */
  public Jitter jitter() {
    return settings.jitter;
  }

  /**
   * The cap, of the backoff before jitter and of every delay after it.
   *
   * @return the longest delay
   */
  public Duration maxDelay() {
    return settings.effectiveMaxDelay();
  }

  /**
   * The limit for all attempts and delays together.
   *
   * @return the limit, or empty when there is none
   */
  public Optional<Duration> totalTimeLimit() {
    return Optional.ofNullable(settings.totalTimeLimit);
  }

  /**
   * The function that chooses a delay by the failure.
   *
   * @return the function, or empty
   */
  public Optional<DelayFunction> delayFor() {
    return Optional.ofNullable(settings.delayFor);
  }

  /**
   * The condition under which calls are not retried.
   *
   * @return the condition, or empty
   */
  public Optional<Predicate<? super Context>> skipWhen() {
    return Optional.ofNullable(settings.skipWhen);
  }

  /**
   * The budget shared with other retries.
   *
   * @return the budget, or empty
   */
  public Optional<RetryBudget> budget() {
    return Optional.ofNullable(settings.budget);
  }

  /**
   * Whether giving up is told by a {@link RetryException} instead of the last failure.
   *
   * @return true when the last failure is wrapped
   */
  public boolean wrapsExhausted() {
    return settings.wrapExhausted;
  }

  /**
   * The failures that are retried.
   *
   * @return the matcher; empty means all exceptions but rejections and cancellations
   */
  public FailureMatcher retryOn() {
    return settings.retryOn;
  }

  /**
   * The failures that are not retried; stronger than {@link #retryOn}.
   *
   * @return the matcher
   */
  public FailureMatcher abortOn() {
    return settings.abortOn;
  }

  /**
   * Whether a failure is retried, as far as its kind decides.
   *
   * @param failure the failure
   * @return true when another attempt may follow
   * @throws RuntimeException what a predicate throws
   */
  public boolean retriesFailure(Throwable failure) {
    Throwable unwrapped = FailureMatcher.unwrap(failure);
    if (unwrapped instanceof InterruptedException || unwrapped instanceof VirtualMachineError) {
      return false;
    }
    if (settings.abortOn.matches(unwrapped)) {
      return false;
    }
    if (unwrapped instanceof CallRejectedException) {
      return settings.retryOn.names(unwrapped, CallRejectedException.class);
    }
    if (unwrapped instanceof CancellationException) {
      return settings.retryOn.names(unwrapped, CancellationException.class);
    }
    if (!(unwrapped instanceof Exception)) {
      return settings.retryOn.matchesType(unwrapped);
    }
    return settings.retryOn.isEmpty() || settings.retryOn.matches(unwrapped);
  }

  /**
   * Whether results are looked at.
   *
   * @return true when {@link #retriesResult} may be true
   */
  public boolean judgesResults() {
    return !settings.retryOnResult.isEmpty();
  }

  /**
   * Whether a result is retried.
   *
   * @param result the result
   * @return true when another attempt may follow
   * @throws RuntimeException what a predicate throws
   */
  public boolean retriesResult(@Nullable Object result) {
    for (Predicate<@Nullable Object> predicate : settings.retryOnResult) {
      if (predicate.test(result)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A builder with these settings.
   *
   * @return a new builder
   */
  public RetryBuilder toBuilder() {
    return settings.mutableCopy();
  }
}
