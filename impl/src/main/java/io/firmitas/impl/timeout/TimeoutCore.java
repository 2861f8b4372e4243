package io.firmitas.impl.timeout;

import io.firmitas.PolicyRuntime;
import io.firmitas.event.Listeners;
import io.firmitas.event.TimeoutExceeded;
import io.firmitas.event.TimeoutKept;
import io.firmitas.impl.runtime.CallWatcher;
import io.firmitas.internal.Durations;
import io.firmitas.timeout.TimeoutConfig;
import io.firmitas.timeout.TimeoutExceededException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What both drivers of a timeout share: when a call is over time, and what is told about it. It has
 * no state.
 */
final class TimeoutCore {
  final TimeoutConfig config;
  final PolicyRuntime runtime;
  final CallWatcher watcher;
  final String name;
  final boolean detached;
  final boolean interrupts;

  /**
   * The length; clock readings are compared by difference, so not longer than half of their range.
   */
  final long nanos;

  private final Listeners listeners;
  private final boolean wantsExceeded;
  private final boolean wantsKept;

  TimeoutCore(TimeoutConfig config) {
    this.config = config;
    runtime = config.runtime();
    watcher = CallWatcher.of(runtime);
    name = config.name();
    detached = config.detached();
    interrupts = config.interrupts();
    nanos = Math.min(Durations.toNanos(config.length()), Long.MAX_VALUE / 2);
    listeners = config.listeners();
    wantsExceeded = listeners.wants(TimeoutExceeded.class);
    wantsKept = listeners.wants(TimeoutKept.class);
  }

  boolean isOver(long start) {
    return runtime.nanoTime() - start >= nanos;
  }

  void kept(long start) {
    if (wantsKept) {
      listeners.publish(new TimeoutKept(name, config.length(), elapsed(start)));
    }
  }

  /**
   * The exception for a call that took too long; what it threw afterwards, other than because of
   * our interrupt, is attached.
   */
  TimeoutExceededException exceeded(long start, @Nullable Throwable late) {
    TimeoutExceededException exceeded =
        new TimeoutExceededException(
            name, Durations.toNanos(config.length()), config.stackTraces());
    if (late != null && !(late instanceof InterruptedException)) {
      exceeded.addSuppressed(late);
    }
    if (wantsExceeded) {
      listeners.publish(new TimeoutExceeded(name, config.length(), elapsed(start)));
    }
    return exceeded;
  }

  void report(String callback, Throwable thrown) {
    listeners.report(name, callback, thrown);
  }

  private Duration elapsed(long start) {
    return Duration.ofNanos(runtime.nanoTime() - start);
  }
}
