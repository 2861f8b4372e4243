package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** The retry. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RetryBenchmark {

  /** The first attempt succeeds. */
  public static class NoFailure extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.retry(this::succeed);
    }
  }

  /** The first attempt fails, the second one, without delay, succeeds. */
  public static class OneFailure extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.retry(() -> failEvery(2));
    }
  }

  /** Measures noFailure. */
  @Benchmark
  public Object noFailure(NoFailure guarded) {
    return guarded.call();
  }

  /** Measures oneFailure. */
  @Benchmark
  public Object oneFailure(OneFailure guarded) {
    return guarded.call();
  }
}
