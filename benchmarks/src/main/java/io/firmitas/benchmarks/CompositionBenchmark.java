package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;

/**
 * Policies around each other: fallback, retry, breaker and timeout, from the outside to the inside.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CompositionBenchmark {

  /** Fallback, retry and breaker around a call that succeeds. */
  public static class Three extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.composition(this::succeed);
    }
  }

  /** Fallback, retry, breaker and timeout around a call that succeeds. */
  public static class Four extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.timedComposition(this::succeed);
    }
  }

  /** The breaker of a composition of three is open, so the fallback answers. */
  public static class Outage extends GuardedCall {
    @Override
    protected Callable<Object> guard(Contestant by) {
      return by.composition(this::failCounted);
    }

    @Override
    protected void prepare() {
      open();
    }
  }

  /** Measures three. */
  @Benchmark
  public Object three(Three guarded) {
    return guarded.call();
  }

  /** Measures threeBy2Threads. */
  @Benchmark
  @Threads(2)
  public Object threeBy2Threads(Three guarded) {
    return guarded.call();
  }

  /** Measures four. */
  @Benchmark
  public Object four(Four guarded) {
    return guarded.call();
  }

  /** Measures outage. */
  @Benchmark
  public Object outage(Outage guarded) {
    return guarded.call();
  }
}
