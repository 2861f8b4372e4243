package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import io.firmitas.benchmarks.contestant.Contestants;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What applications do: eight guards of four shapes around eight callables, called in turn, so that
 * no call site knows what it will meet.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MegamorphicBenchmark {
  private static final int GUARDS = 8;

  /** Who guards the calls. */
  @Param({"firmitas", "failsafe", "resilience4j", "smallrye", "floor"})
  public String contestant = "";

  private final Object[] results = new Object[GUARDS];
  private @Nullable Contestant maker;
  private List<Callable<Object>> guarded = List.of();

  /** Makes the guards. */
  @Setup(Level.Trial)
  public void guard() {
    for (int index = 0; index < GUARDS; index++) {
      results[index] = index;
    }
    Contestant by = Contestants.named(contestant);
    maker = by;
    guarded =
        List.of(
            by.breaker(() -> results[0]),
            by.retry(() -> results[1]),
            by.fallback(() -> results[2]),
            by.composition(() -> results[3]),
            by.breaker(() -> results[4]),
            by.retry(() -> results[5]),
            by.fallback(() -> results[6]),
            by.composition(() -> results[7]));
  }

  /** Ends the threads of the contestant. */
  @TearDown(Level.Trial)
  public void close() {
    if (maker != null) {
      maker.close();
    }
  }

  /**
   * Calls all guards in turn.
   *
   * @param results takes the results
   * @throws Exception never
   */
  @Benchmark
  @OperationsPerInvocation(GUARDS)
  public void mixed(Blackhole results) throws Exception {
    for (Callable<Object> call : guarded) {
      results.consume(call.call());
    }
  }
}
