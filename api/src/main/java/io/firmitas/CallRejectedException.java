package io.firmitas;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A policy refused a call without making it. The kinds are subclasses, for example {@code
 * CircuitOpenException}.
 *
 * <p>A rejection is not retried unless {@code retryOn} names it, is not counted by a circuit
 * breaker further outside, and has no stack trace: refusing must be cheap, and the trace would only
 * show the caller. The system property {@code io.firmitas.stackTraces=true}, read when a policy is
 * built, turns traces on; so does the builder of the policy.
 */
public abstract class CallRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The name of the policy that refused. */
  private final String policyName;

  /** Nanoseconds until another try may succeed. */
  private final long retryAfterNanos;

  /**
   * Makes a rejection.
   *
   * @param policyName the name of the policy that refused
   * @param retryAfterNanos nanoseconds until another try may succeed, 0 when not known
   * @param cause the last failure that made the policy refuse, or {@code null}
   * @param stackTrace whether to record the stack trace
   */
  protected CallRejectedException(
      String policyName, long retryAfterNanos, @Nullable Throwable cause, boolean stackTrace) {
    super(null, cause, true, stackTrace);
    this.policyName = policyName;
    this.retryAfterNanos = retryAfterNanos;
  }

  /**
   * The name of the policy that refused.
   *
   * @return the name
   */
  public final String policyName() {
    return policyName;
  }

  /**
   * How long to wait before another try may succeed.
   *
   * @return the time, zero when it is not known
   */
  public final Duration retryAfter() {
    return Duration.ofNanos(retryAfterNanos);
  }

  /**
   * What was refused and why; made when asked for.
   *
   * @return the message
   */
  @Override
  public abstract String getMessage();
}
