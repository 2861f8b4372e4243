package io.firmitas.tck.rules.hostile;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Virtual time with a fault, until it is mended. */
final class HostileRuntime implements PolicyRuntime {
  private static final long JUMP_NANOS = 10_000_000_000L;

  private final VirtualRuntime time;
  private @Nullable Fault fault;

  /** How far the clock is ahead of virtual time. */
  private long shift;

  private long frozen;

  HostileRuntime(VirtualRuntime time) {
    this.time = time;
  }

  void fail(Fault next) {
    frozen = time.nanoTime();
    fault = next;
  }

  /** The clock goes on from where it is. */
  void mend() {
    if (fault == Fault.CLOCK_STANDS) {
      shift = frozen - time.nanoTime();
    }
    fault = null;
  }

  @Override
  public long nanoTime() {
    if (fault == Fault.CLOCK_STANDS) {
      return frozen;
    }
    if (fault == Fault.CLOCK_JUMPS_FORWARD) {
      shift += JUMP_NANOS;
    } else if (fault == Fault.CLOCK_JUMPS_BACK) {
      shift -= JUMP_NANOS;
    }
    return time.nanoTime() + shift;
  }

  @Override
  public Instant instant() {
    return time.instant();
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    if (fault == Fault.SLEEP_IS_INTERRUPTED) {
      throw new InterruptedException("hostile");
    }
    time.sleep(nanos);
  }

  @Override
  public Timer schedule(long delayNanos, ScheduledTask task) {
    if (fault == Fault.SCHEDULER_REJECTS) {
      throw new RejectedExecutionException("hostile");
    }
    if (fault == Fault.SCHEDULER_FAILS) {
      throw new InternalError("hostile");
    }
    if (fault == Fault.SCHEDULER_SHUTS_DOWN) {
      return time.schedule(
          delayNanos / 2, () -> task.abandoned(new RejectedExecutionException("hostile")));
    }
    return time.schedule(delayNanos, task);
  }

  @Override
  public Executor executor() {
    Executor executor = time.executor();
    return task -> {
      if (fault == Fault.EXECUTOR_REJECTS) {
        throw new RejectedExecutionException("hostile");
      }
      if (fault == Fault.EXECUTOR_FAILS) {
        throw new InternalError("hostile");
      }
      executor.execute(task);
    };
  }

  @Override
  public RandomGenerator random() {
    return time.random();
  }

  @Override
  public <T extends @Nullable Object> T await(CompletionStage<? extends T> stage) throws Exception {
    return time.await(stage);
  }

  @Override
  public void close() {
    time.close();
  }
}
