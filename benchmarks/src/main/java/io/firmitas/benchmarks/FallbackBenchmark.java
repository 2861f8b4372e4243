package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** The fallback. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FallbackBenchmark {

  /** The call succeeds. */
  public static class NotTaken extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.fallback(this::succeed);
    }
  }

  /** The call fails. */
  public static class Taken extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.fallback(this::fail);
    }
  }

  /** Measures notTaken. */
  @Benchmark
  public Object notTaken(NotTaken guarded) {
    return guarded.call();
  }

  /** Measures taken. */
  @Benchmark
  public Object taken(Taken guarded) {
    return guarded.call();
  }
}
