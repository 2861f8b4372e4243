package io.firmitas.impl.runtime;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** Real clocks, threads and random numbers. */
public final class SystemRuntime implements PolicyRuntime {
  /** After how long without work the runtime's own threads end. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final SystemRuntime SHARED = new SystemRuntime(true);

  private final boolean shared;
  private final TimerThread timers =
      new TimerThread(WorkerThreads.daemons("firmitas-timer"), IDLE_NANOS);
  private final SlotWatcher watcher =
      new SlotWatcher(
          new SchedulingWatcher(this), WorkerThreads.daemons("firmitas-watchdog"), IDLE_NANOS);
  private final ExecutorService executor = WorkerThreads.newExecutor();

  private SystemRuntime(boolean shared) {
    this.shared = shared;
  }

  /**
   * The runtime shared by all policies that were given no other; closing it does nothing.
   *
   * @return always the same runtime
   */
  public static SystemRuntime shared() {
    return SHARED;
  }

  /**
   * A runtime with threads of its own.
   *
   * @return a new runtime
   */
  public static SystemRuntime create() {
    return new SystemRuntime(false);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  /**
   * In milliseconds, enough for people: {@link Instant#now()} costs three times as much, and every
   * failure of a breaker asks.
   */
  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(System.currentTimeMillis());
  }

  /** Parks rather than {@link Thread#sleep}s: a nanosecond is not rounded up to a millisecond. */
  @Override
  public void sleep(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long time = Math.min(nanos, Long.MAX_VALUE / 2);
    long start = System.nanoTime();
    for (long left = time; left > 0; left = time - (System.nanoTime() - start)) {
      LockSupport.parkNanos(this, left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public Timer schedule(long delayNanos, ScheduledTask task) {
    return timers.schedule(delayNanos, task);
  }

  CallWatcher watcher() {
    return watcher;
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public RandomGenerator random() {
    return ThreadLocalRandom.current();
  }

  @Override
  public void close() {
    if (!shared) {
      timers.close();
      watcher.close();
      executor.shutdownNow();
    }
  }
}
