package io.firmitas.tck.monitor;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Real time, with the thread pools of the JDK. */
final class MonitorRuntime implements PolicyRuntime {
  private final ThreadFactory daemons =
      task -> {
        Thread thread = new Thread(task, "monitor-runtime");
        thread.setDaemon(true);
        return thread;
      };
  private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, daemons);
  private final ExecutorService tasks = Executors.newCachedThreadPool(daemons);
  private final Set<Entry> pending = new LinkedHashSet<>();
  private final RandomGenerator random = new Random();
  private final boolean closeable;

  MonitorRuntime(boolean closeable) {
    this.closeable = closeable;
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    TimeUnit.NANOSECONDS.sleep(nanos);
  }

  @Override
  public Timer schedule(long delayNanos, ScheduledTask task) {
    Entry entry = new Entry(task);
    synchronized (pending) {
      Future<?> unused = timers.schedule(entry::run, delayNanos, TimeUnit.NANOSECONDS);
      pending.add(entry);
    }
    return entry::take;
  }

  /** A scheduled task, pending until it is taken. */
  private final class Entry {
    private final ScheduledTask task;

    Entry(ScheduledTask task) {
      this.task = task;
    }

    boolean take() {
      synchronized (pending) {
        return pending.remove(this);
      }
    }

    void run() {
      if (take()) {
        task.run();
      }
    }

    /** What the task throws keeps no other from being told. */
    void abandoned(RejectedExecutionException reason) {
      try {
        task.abandoned(reason);
      } catch (RuntimeException | Error thrown) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
      }
    }
  }

  @Override
  public Executor executor() {
    return tasks;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void close() {
    if (!closeable) {
      return;
    }
    List<Entry> left;
    synchronized (pending) {
      timers.shutdownNow();
      left = new ArrayList<>(pending);
      pending.clear();
    }
    tasks.shutdownNow();
    RejectedExecutionException reason = new RejectedExecutionException("The runtime was closed");
    left.forEach(entry -> entry.abandoned(reason));
  }
}
