package io.firmitas.impl.runtime;

import io.firmitas.PolicyRuntime;

/**
 * Interrupts calls that take too long, each on the thread that makes it. {@link #begin} and {@link
 * #end} enclose the call, on one thread, properly nested.
 */
public interface CallWatcher {
  /**
   * The watcher of a runtime.
   *
   * @param runtime the runtime
   * @return a watcher that interrupts by the runtime's clock and timers
   */
  static CallWatcher of(PolicyRuntime runtime) {
    return runtime instanceof SystemRuntime system
        ? system.watcher()
        : new SchedulingWatcher(runtime);
  }

  /**
   * Begins to watch the current thread.
   *
   * @param start the clock reading now
   * @param nanos how long the call may take, in nanoseconds
   * @return a token for {@link #end}
   */
  Object begin(long start, long nanos);

  /**
   * Ends watching. Afterwards no interrupt of ours is pending or on its way; an interrupt of
   * somebody else that arrived before ours stays.
   *
   * @param token what {@link #begin} returned
   * @return whether the time was up and the thread was interrupted
   */
  boolean end(Object token);
}
