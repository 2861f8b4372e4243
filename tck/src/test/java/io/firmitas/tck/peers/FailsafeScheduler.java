package io.firmitas.tck.peers;

import dev.failsafe.spi.Scheduler;
import io.firmitas.PolicyRuntime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Timers of a runtime for Failsafe. What has no delay runs at once on this thread, one after the
 * other when it hands in more.
 */
final class FailsafeScheduler implements Scheduler {
  private static final ThreadLocal<Deque<Runnable>> WAITING = new ThreadLocal<>();

  private final PolicyRuntime runtime;

  FailsafeScheduler(PolicyRuntime runtime) {
    this.runtime = runtime;
  }

  @Override
  public ScheduledFuture<?> schedule(Callable<?> callable, long delay, TimeUnit unit) {
    TimerFuture future = new TimerFuture();
    Runnable task =
        () -> {
          try {
            if (!future.isCancelled()) {
              future.complete(callable.call());
            }
          } catch (Exception | Error thrown) {
            future.completeExceptionally(thrown);
          }
        };
    if (delay > 0) {
      future.holds(runtime.schedule(unit.toNanos(delay), task::run));
    } else {
      runInTurn(task);
    }
    return future;
  }

  private static void runInTurn(Runnable task) {
    Deque<Runnable> waiting = WAITING.get();
    if (waiting != null) {
      waiting.addLast(task);
      return;
    }
    waiting = new ArrayDeque<>();
    WAITING.set(waiting);
    try {
      for (Runnable next = task; next != null; next = waiting.pollFirst()) {
        next.run();
      }
    } finally {
      WAITING.remove();
    }
  }
}
