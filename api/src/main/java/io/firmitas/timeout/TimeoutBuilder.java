package io.firmitas.timeout;

import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyProvider;
import io.firmitas.event.TimeoutExceeded;
import io.firmitas.internal.Arguments;
import java.time.Duration;
import java.util.function.Consumer;

/** Builds timeouts. */
public final class TimeoutBuilder extends PolicyBuilder<TimeoutBuilder> {
  Duration length;
  boolean detached;
  boolean interrupts = true;

  TimeoutBuilder(Duration length) {
    super("timeout");
    this.length = Arguments.positive("timeout length", length);
  }

  /**
   * How long a call may take.
   *
   * @param value the limit, longer than zero; from one nanosecond on every length works
   * @return this builder
   */
  public TimeoutBuilder length(Duration value) {
    length = Arguments.positive("timeout length", value);
    return this;
  }

  /**
   * Runs synchronous calls on the runtime's executor, so that the caller is back on time even when
   * the call ignores interrupts. The abandoned call is interrupted and goes on in the background
   * until it ends; permits that policies inside hold for it are released then. Costs a change of
   * threads per call; thread-locals of the caller are not seen. Default off.
   *
   * @return this builder
   */
  public TimeoutBuilder detached() {
    return detached(true);
  }

  /**
   * Whether a synchronous call runs on the runtime's executor, see {@link #detached()}. Default
   * off.
   *
   * @param value whether it does
   * @return this builder
   */
  public TimeoutBuilder detached(boolean value) {
    detached = value;
    return this;
  }

  /**
   * Does not interrupt calls. A synchronous call that is not detached then always returns late,
   * when it ends by itself. Delays of policies inside are cut short nevertheless, since they see
   * the deadline.
   *
   * @return this builder
   */
  public TimeoutBuilder withoutInterrupt() {
    return interrupt(false);
  }

  /**
   * Whether calls are interrupted when the time is up, see {@link #withoutInterrupt()}. Default on.
   *
   * @param value whether they are
   * @return this builder
   */
  public TimeoutBuilder interrupt(boolean value) {
    interrupts = value;
    return this;
  }

  /**
   * Is told when a call took too long.
   *
   * @param consumer the listener
   * @return this builder
   */
  public TimeoutBuilder onTimeout(Consumer<? super TimeoutExceeded> consumer) {
    return onEvent(TimeoutExceeded.class, consumer);
  }

  /**
   * Takes a copy of the settings.
   *
   * @return the configuration
   */
  public TimeoutConfig config() {
    return new TimeoutConfig(copy(), common());
  }

  /**
   * Builds a timeout with the installed provider.
   *
   * @return a new timeout
   */
  public Timeout build() {
    return PolicyProvider.installed().create(config());
  }

  /** For the configuration, which keeps a copy of its own. */
  TimeoutBuilder mutableCopy() {
    return copy();
  }
}
