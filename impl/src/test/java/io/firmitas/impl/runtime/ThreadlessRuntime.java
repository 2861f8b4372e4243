package io.firmitas.impl.runtime;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** A virtual runtime on a machine that cannot make another thread. */
public final class ThreadlessRuntime implements PolicyRuntime {
  private final VirtualRuntime time;

  public ThreadlessRuntime(VirtualRuntime time) {
    this.time = time;
  }

  @Override
  public Executor executor() {
    return task -> {
      throw new OutOfMemoryError("unable to create native thread (expected by the test)");
    };
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public Instant instant() {
    return time.instant();
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    time.sleep(nanos);
  }

  @Override
  public Timer schedule(long delayNanos, ScheduledTask task) {
    return time.schedule(delayNanos, task);
  }

  @Override
  public RandomGenerator random() {
    return time.random();
  }

  @Override
  public void close() {
    time.close();
  }
}
