package io.firmitas.benchmarks.scale;

import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** What it costs to schedule a task and to cancel it while others are pending. */
public final class Timers {
  private static final int[] PENDING = {1, 100, 10_000, 1_000_000};
  private static final int ROUNDS = 7;
  private static final int OPERATIONS = 100_000;

  private Timers() {}

  /** Schedules a task with a delay and cancels it, or leaves it. */
  private interface Subject {
    void schedule(long nanos, boolean cancel);

    void close();
  }

  /**
   * Measures and prints the lines of the table.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    for (int pending : PENDING) {
      System.out.printf(
          "| %d | %.0f | %.0f |%n", pending, nanos(firmitas(), pending), nanos(juc(), pending));
    }
    System.exit(0);
  }

  /** The best of several rounds, in nanoseconds for one task. */
  private static double nanos(Subject subject, int pending) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int task = 0; task < pending; task++) {
      subject.schedule(farAway(random), false);
    }
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int task = 0; task < OPERATIONS; task++) {
        subject.schedule(farAway(random), true);
      }
      best = Math.min(best, (System.nanoTime() - start) / (double) OPERATIONS);
    }
    subject.close();
    return best;
  }

  private static long farAway(ThreadLocalRandom random) {
    return TimeUnit.MINUTES.toNanos(random.nextLong(10, 60));
  }

  private static Subject firmitas() {
    PolicyRuntime runtime = PolicyProvider.installed().newRuntime();
    return new Subject() {
      @Override
      public void schedule(long nanos, boolean cancel) {
        PolicyRuntime.Timer timer = runtime.schedule(nanos, () -> {});
        if (cancel) {
          timer.cancel();
        }
      }

      @Override
      public void close() {
        runtime.close();
      }
    };
  }

  private static Subject juc() {
    ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    scheduler.setRemoveOnCancelPolicy(true);
    return new Subject() {
      @Override
      public void schedule(long nanos, boolean cancel) {
        java.util.concurrent.Future<?> timer =
            scheduler.schedule(() -> {}, nanos, TimeUnit.NANOSECONDS);
        if (cancel) {
          timer.cancel(false);
        }
      }

      @Override
      public void close() {
        scheduler.shutdownNow();
      }
    };
  }
}
