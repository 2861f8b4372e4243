package io.firmitas;

import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/** A runtime with a clock set by hand and an executor of the test's choice. */
public final class FakeRuntime implements PolicyRuntime {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "fake-runtime");
            thread.setDaemon(true);
            return thread;
          });

  private final Executor executor;
  private volatile long nanos;

  /** Runs tasks on daemon threads. */
  public FakeRuntime() {
    this(THREADS);
  }

  /** Runs tasks as the executor does. */
  public FakeRuntime(Executor executor) {
    this.executor = executor;
  }

  /** Sets the monotonic clock. */
  public FakeRuntime at(long nanoTime) {
    nanos = nanoTime;
    return this;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public Instant instant() {
    return Instant.EPOCH;
  }

  @Override
  public void sleep(long sleepNanos) {
    throw new UnsupportedOperationException("nothing in the API sleeps");
  }

  @Override
  public Timer schedule(long delayNanos, ScheduledTask task) {
    throw new UnsupportedOperationException("nothing in the API schedules");
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public RandomGenerator random() {
    return new Random(1);
  }

  @Override
  public void close() {}
}
