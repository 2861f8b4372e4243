package io.firmitas.breaker;

import io.firmitas.CallRejectedException;
import io.firmitas.event.CircuitState;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker refused a call: it is open, or half-open with all its probes on their way. The
 * message starts with {@code Circuit breaker is open}; the cause is the last failure that the
 * breaker recorded.
 */
public final class CircuitOpenException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  /** The state in which the call was refused. */
  private final CircuitState state;

  /** The failures on record. */
  private final int failures;

  /** The clock reading at which a call may be admitted. */
  private final long until;

  /**
   * Makes the exception; for providers.
   *
   * @param name the breaker's name
   * @param state the state in which the call was refused
   * @param failures the failures on record
   * @param until the reading of the runtime's monotonic clock at which a call may be admitted
   * @param retryAfterNanos nanoseconds from now to {@code until}, not negative
   * @param lastFailure the last failure on record, or {@code null}
   * @param stackTrace whether to record the stack trace
   */
  public CircuitOpenException(
      String name,
      CircuitState state,
      int failures,
      long until,
      long retryAfterNanos,
      @Nullable Throwable lastFailure,
      boolean stackTrace) {
    super(name, retryAfterNanos, lastFailure, stackTrace);
    this.state = state;
    this.failures = failures;
    this.until = until;
  }

  /**
   * The state in which the call was refused.
   *
   * @return {@code OPEN}, or {@code HALF_OPEN} when all probes were on their way
   */
  public CircuitState state() {
    return state;
  }

  /**
   * The failures on record when the call was refused.
   *
   * @return the number of failures
   */
  public int failures() {
    return failures;
  }

  /**
   * When a call may be admitted: the end of the open time, or, while probes are on their way, an
   * estimate of when a failed probe would let the next one in.
   *
   * @return a reading of the runtime's monotonic clock, in nanoseconds
   */
  public long until() {
    return until;
  }

  @Override
  public String getMessage() {
    return "Circuit breaker is open: "
        + policyName()
        + " ("
        + state.text()
        + ", "
        + failures
        + " failures), retry after "
        + retryAfter();
  }
}
