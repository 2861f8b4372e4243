package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Ten thousand virtual threads that call one breaker; needs JDK 21 or newer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class VirtualThreadsBenchmark {
  private static final int THREADS = 10_000;
  private static final int CALLS = 100;

  /** A breaker that all threads share, and the threads. */
  public static class Shared extends GuardedCall {
    private ExecutorService threads = Executors.newCachedThreadPool();

    /** Replaces the threads by virtual ones, which the compiler for Java 17 does not know. */
    @Setup(Level.Trial)
    public void useVirtualThreads()
        throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
      threads =
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    /** Ends the threads. */
    @TearDown(Level.Trial)
    public void end() {
      threads.shutdownNow();
    }

    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.breaker(this::succeed);
    }

    void runInAll(Runnable task) throws InterruptedException {
      CountDownLatch ended = new CountDownLatch(THREADS);
      for (int number = 0; number < THREADS; number++) {
        threads.execute(
            () -> {
              task.run();
              ended.countDown();
            });
      }
      ended.await();
    }
  }

  /** Each thread calls, lets others run, and calls again; the cost is for each call. */
  @Benchmark
  @OperationsPerInvocation(THREADS * CALLS)
  @SuppressWarnings("ThreadPriorityCheck") // the yield is what shows a pinned thread
  public void shared(Shared guarded, Blackhole results) throws InterruptedException {
    guarded.runInAll(
        () -> {
          for (int call = 0; call < CALLS; call++) {
            if (call == CALLS / 2) {
              Thread.yield();
            }
            results.consume(guarded.call());
          }
        });
  }
}
