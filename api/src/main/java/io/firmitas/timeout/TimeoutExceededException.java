package io.firmitas.timeout;

import java.time.Duration;

/** A call took longer than its timeout. What the call threw afterwards is suppressed in it. */
public final class TimeoutExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The name of the timeout. */
  private final String policyName;

  /** The limit, in nanoseconds. */
  private final long timeoutNanos;

  /**
   * Makes the exception; for providers.
   *
   * @param policyName the name of the timeout
   * @param timeoutNanos the limit, in nanoseconds
   * @param stackTrace whether to record the stack trace
   */
  public TimeoutExceededException(String policyName, long timeoutNanos, boolean stackTrace) {
    super(null, null, true, stackTrace);
    this.policyName = policyName;
    this.timeoutNanos = timeoutNanos;
  }

  /**
   * The name of the timeout.
   *
   * @return the name
   */
  public String policyName() {
    return policyName;
  }

  /**
   * The limit that was exceeded.
   *
   * @return the length of the timeout
   */
  public Duration timeout() {
    return Duration.ofNanos(timeoutNanos);
  }

  @Override
  public String getMessage() {
    return "Timeout exceeded: " + policyName + " allows " + timeout();
  }
}
