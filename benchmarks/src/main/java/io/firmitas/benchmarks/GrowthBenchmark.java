package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import io.firmitas.benchmarks.contestant.FirmitasContestant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/**
 * What must not grow, or only in proportion: the cost of a call with the window and with the depth.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GrowthBenchmark {
  /** A breaker with windows of different sizes; every tenth call fails. */
  public static class OfWindow extends GuardedCall {
    /** How many calls the window holds. */
    @Param({"10", "100", "1000", "10000", "100000"})
    public int size;

    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.countingBreaker(size, () -> failEvery(10));
    }
  }

  /** Retries around each other. */
  public static class OfDepth extends GuardedCall {
    /** How many policies a call passes. */
    @Param({"1", "2", "4", "8", "16"})
    public int depth;

    @Override
    protected Callable<Object> guard(Contestant by) {
      return ((FirmitasContestant) by).nestedRetries(depth, this::succeed);
    }
  }

  /** Measures windows. */
  @Benchmark
  public Object window(OfWindow guarded) {
    return guarded.call();
  }

  /** Measures depths. */
  @Benchmark
  public Object depth(OfDepth guarded) {
    return guarded.call();
  }
}
