package io.firmitas.timeout;

import io.firmitas.Policy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Gives up on a call that takes too long, with {@link TimeoutExceededException}, and narrows the
 * deadline in the context, which policies inside respect.
 *
 * <p>A synchronous call runs on the caller's thread and is interrupted when the time is up. A call
 * that ignores interrupts returns late; its result is then discarded and the exception thrown
 * nevertheless. The interrupt never outlives the call, and an interrupt of somebody else is never
 * taken for ours: it stays, and is not reported as a timeout. Only one that arrives after ours and
 * before the call has ended cannot be told from it. With {@link TimeoutBuilder#detached()} the call
 * runs on the runtime's executor and the caller is always back on time.
 *
 * <p>An asynchronous call's future fails on time, and the stage of the call is cancelled.
 *
 * <p>An {@link Error} thrown after the time was up still leaves as that error. There is no default
 * length. Thread-safe.
 */
public interface Timeout extends Policy<@Nullable Object> {
  /**
   * A timeout.
   *
   * @param length how long a call may take, longer than zero
   * @return the timeout
   */
  static Timeout of(Duration length) {
    return builder(length).build();
  }

  /**
   * Starts building a timeout named {@code timeout}.
   *
   * @param length how long a call may take, longer than zero
   * @return the builder
   */
  static TimeoutBuilder builder(Duration length) {
    return new TimeoutBuilder(length);
  }

  /**
   * The configuration.
   *
   * @return the configuration this timeout was built from
   */
  TimeoutConfig config();

  /**
   * The name.
   *
   * @return the name
   */
  default String name() {
    return config().name();
  }
}
