package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;

/** The timeout around a call that is much faster. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimeoutBenchmark {

  /** The call is in time. */
  public static class Kept extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.timeout(this::succeed);
    }
  }

  /** Measures kept. */
  @Benchmark
  public Object kept(Kept guarded) {
    return guarded.call();
  }

  /** Measures keptBy2Threads. */
  @Benchmark
  @Threads(2)
  public Object keptBy2Threads(Kept guarded) {
    return guarded.call();
  }
}
