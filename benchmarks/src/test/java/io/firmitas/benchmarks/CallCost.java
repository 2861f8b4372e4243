package io.firmitas.benchmarks;

import com.sun.management.ThreadMXBean;
import io.firmitas.benchmarks.contestant.FirmitasContestant;
import io.firmitas.benchmarks.contestant.FloorContestant;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Measures one guarded call, in a JVM of its own: what the JIT compiler makes of a call depends on
 * what else it has seen. Prints bytes, nanoseconds, those of the floor and those of a clock
 * reading.
 *
 * <p>Every number is the best of many short rounds. A round is far shorter than the time that a
 * busy machine lets a thread run, so among many there are some that nothing disturbed.
 */
final class CallCost {
  private static final int CALLS = 20_000;
  private static final int ROUNDS = 200;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Object[] RESULT = {"result"};

  /** What the calls return; kept, so that the compiler cannot leave them out. */
  private static volatile Object last = "";

  private CallCost() {}

  public static void main(String[] arguments) throws Exception {
    Guarded guarded = Guarded.valueOf(arguments[0]);
    Callable<Object> ours = guarded.by(new FirmitasContestant(), () -> RESULT[0]);
    Callable<Object> floor = guarded.by(new FloorContestant(), () -> RESULT[0]);
    long bytes = leastBytes(ours);
    double ourNanos = Double.MAX_VALUE;
    double floorNanos = Double.MAX_VALUE;
    double clockNanos = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      ourNanos = Math.min(ourNanos, nanos(ours));
      floorNanos = Math.min(floorNanos, nanos(floor));
      clockNanos = Math.min(clockNanos, nanos(System::nanoTime));
    }
    System.out.println(bytes + " " + ourNanos + " " + floorNanos + " " + clockNanos);
    System.exit(0);
  }

  /** The bytes of a round, once the compiler has done what it can; gives up after a while. */
  private static long leastBytes(Callable<Object> guarded) throws Exception {
    long start = System.nanoTime();
    long least = Long.MAX_VALUE;
    while (least >= CALLS / 10 && System.nanoTime() - start < LIMIT_NANOS) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      run(guarded);
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return least / CALLS;
  }

  private static double nanos(Callable<?> guarded) throws Exception {
    long start = System.nanoTime();
    run(guarded);
    return (System.nanoTime() - start) / (double) CALLS;
  }

  private static void run(Callable<?> guarded) throws Exception {
    Object result = last;
    for (int call = 0; call < CALLS; call++) {
      result = guarded.call();
    }
    last = result;
  }
}
