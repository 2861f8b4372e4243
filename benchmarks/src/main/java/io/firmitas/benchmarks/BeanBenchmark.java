package io.firmitas.benchmarks;

import io.firmitas.benchmarks.bean.BeanContestants;
import io.firmitas.benchmarks.bean.GuardedBean;
import jakarta.enterprise.inject.se.SeContainer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A call of a CDI bean under three policies: fallback(retry(breaker)). The floor is an empty
 * interceptor.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BeanBenchmark {
  /** Who guards the bean. */
  @Param({"firmitas", "smallrye", "floor"})
  public String contestant = "";

  private @Nullable SeContainer container;
  private GuardedBean bean = Object::new;

  /** Starts the container. */
  @Setup(Level.Trial)
  public void start() {
    container = BeanContestants.start(contestant);
    bean = container.select(GuardedBean.class).get();
  }

  /** Ends it. */
  @TearDown(Level.Trial)
  public void close() {
    if (container != null) {
      container.close();
    }
  }

  /**
   * Measures three.
   *
   * @return the result of the call
   */
  @Benchmark
  public Object three() {
    return bean.call();
  }
}
