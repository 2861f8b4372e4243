package io.firmitas.retry;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A retry gave up. Thrown when the last attempt ended with a result that is not accepted, and, with
 * {@link RetryBuilder#wrapExhausted}, instead of the last failure. The cause is the last failure.
 */
public abstract sealed class RetryException extends RuntimeException
    permits RetryExhaustedException, RetryTimeoutException {
  private static final long serialVersionUID = 1L;

  /** The name of the retry. */
  private final String policyName;

  /** How many attempts were made. */
  private final int attempts;

  /** How long the call took, in nanoseconds. */
  private final long elapsedNanos;

  /** The last result, when it was rejected; not serialized. */
  private final transient @Nullable Object lastResult;

  RetryException(
      String policyName,
      int attempts,
      long elapsedNanos,
      @Nullable Throwable lastFailure,
      @Nullable Object lastResult,
      boolean stackTrace) {
    super(null, lastFailure, true, stackTrace);
    this.policyName = policyName;
    this.attempts = attempts;
    this.elapsedNanos = elapsedNanos;
    this.lastResult = lastResult;
  }

  /**
   * The name of the retry.
   *
   * @return the name
   */
  public final String policyName() {
    return policyName;
  }

  /**
   * How many attempts were made.
   *
   * @return the number, at least 1
   */
  public final int attempts() {
    return attempts;
  }

  /**
   * How long the call really took, all attempts and delays together.
   *
   * @return the time
   */
  public final Duration elapsed() {
    return Duration.ofNanos(elapsedNanos);
  }

  /**
   * The failure of the last attempt, also the cause.
   *
   * @return the failure, or empty when the last attempt returned a result that was not accepted
   */
  public final Optional<Throwable> lastFailure() {
    return Optional.ofNullable(getCause());
  }

  /**
   * The result of the last attempt. It is not part of the message: results may be confidential.
   *
   * @return the result that was not accepted; empty when the last attempt failed or returned {@code
   *     null}
   */
  public final Optional<Object> lastResult() {
    return Optional.ofNullable(lastResult);
  }

  /** Why the retry gave up, in a few words. */
  abstract String reason();

  @Override
  public final String getMessage() {
    Throwable failure = getCause();
    return reason()
        + ": "
        + policyName
        + " gave up after "
        + attempts
        + (attempts == 1 ? " attempt" : " attempts")
        + " in "
        + elapsed()
        + (failure == null ? "; the last result was not accepted" : "; last failure: " + failure);
  }
}
