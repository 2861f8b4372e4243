package io.firmitas.tck.peers;

import io.firmitas.PolicyRuntime;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Timers of a runtime for libraries that ask for a scheduler of the JDK. */
final class RuntimeScheduler extends ScheduledThreadPoolExecutor {
  private final PolicyRuntime runtime;

  RuntimeScheduler(PolicyRuntime runtime) {
    super(0);
    this.runtime = runtime;
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    TimerFuture future = new TimerFuture();
    future.holds(
        runtime.schedule(
            unit.toNanos(delay),
            () -> {
              command.run();
              future.complete(null);
            }));
    return future;
  }
}
