package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** The limits that Firmitas does not have yet: what the peers and the floor take for them. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LimiterBenchmark {

  /** Few calls at a time. */
  public static class BulkheadWithRoom extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.bulkhead(this::succeed);
    }
  }

  /** Few calls in a time. */
  public static class RateBelowLimit extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.rateLimiter(this::succeed);
    }
  }

  /** Measures bulkhead. */
  @Benchmark
  public Object bulkhead(BulkheadWithRoom guarded) {
    return guarded.call();
  }

  /** Measures rateLimiter. */
  @Benchmark
  public Object rateLimiter(RateBelowLimit guarded) {
    return guarded.call();
  }
}
