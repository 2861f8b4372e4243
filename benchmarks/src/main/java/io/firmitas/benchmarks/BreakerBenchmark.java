package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;

/** The circuit breaker: closed, with failures, and open. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BreakerBenchmark {
  private static final int WINDOW = 100;
  private static final int TEN_PERCENT = 10;

  /** Every call succeeds; failures in a row would count. */
  public static class Closed extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.breaker(this::succeed);
    }
  }

  /** Every call succeeds and is counted in a window. */
  public static class ClosedWindow extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.countingBreaker(WINDOW, this::succeed);
    }
  }

  /** Every tenth call fails; failures in a row count. */
  public static class Failing extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.breaker(() -> failEvery(TEN_PERCENT));
    }
  }

  /** Every tenth call fails; a window counts. */
  public static class FailingWindow extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.countingBreaker(WINDOW, () -> failEvery(TEN_PERCENT));
    }
  }

  /** The breaker refuses every call. */
  public static class Open extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.breaker(this::failCounted);
    }

    @Override
    protected void prepare() {
      open();
    }
  }

  /** Measures closed. */
  @Benchmark
  public Object closed(Closed guarded) {
    return guarded.call();
  }

  /** Measures closedBy2Threads. */
  @Benchmark
  @Threads(2)
  public Object closedBy2Threads(Closed guarded) {
    return guarded.call();
  }

  /** Measures window. */
  @Benchmark
  public Object window(ClosedWindow guarded) {
    return guarded.call();
  }

  /** Measures windowBy2Threads. */
  @Benchmark
  @Threads(2)
  public Object windowBy2Threads(ClosedWindow guarded) {
    return guarded.call();
  }

  /** Measures failing. */
  @Benchmark
  public Object failing(Failing guarded) {
    return guarded.call();
  }

  /** Measures failingWindow. */
  @Benchmark
  public Object failingWindow(FailingWindow guarded) {
    return guarded.call();
  }

  /** Measures open. */
  @Benchmark
  public Object open(Open guarded) {
    return guarded.call();
  }
}
