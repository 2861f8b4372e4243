package io.firmitas.impl.runtime;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** A virtual runtime of which a test replaces a part. */
public abstract class DelegatingRuntime implements PolicyRuntime {
  private final VirtualRuntime time;

  protected DelegatingRuntime(VirtualRuntime time) {
    this.time = time;
  }

  @Override
  public Executor executor() {
    return time.executor();
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
