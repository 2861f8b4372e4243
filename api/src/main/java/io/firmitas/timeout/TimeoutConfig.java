package io.firmitas.timeout;

import io.firmitas.CommonSettings;
import io.firmitas.PolicyConfig;
import java.time.Duration;

/**
 * The checked settings of a timeout. Immutable and thread-safe; see {@link TimeoutBuilder} for what
 * each means.
 */
public final class TimeoutConfig implements PolicyConfig<Timeout> {
  private final TimeoutBuilder settings;
  private final CommonSettings common;

  /** Takes a private copy of a builder whose settings have been checked. */
  TimeoutConfig(TimeoutBuilder settings, CommonSettings common) {
    this.settings = settings;
    this.common = common;
  }

  @Override
  public CommonSettings common() {
    return common;
  }

  /**
   * How long a call may take.
   *
   * @return the limit
   */
  public Duration length() {
    return settings.length;
  }

  /**
   * Whether a synchronous call runs on the runtime's executor.
   *
   * @return true when it does
   */
  public boolean detached() {
    return settings.detached;
  }

  /**
   * Whether a call whose time is up is interrupted.
   *
   * @return true when it is
   */
  public boolean interrupts() {
    return settings.interrupts;
  }

  /**
   * A builder with these settings.
   *
   * @return a new builder
   */
  public TimeoutBuilder toBuilder() {
    return settings.mutableCopy();
  }
}
