package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import io.firmitas.benchmarks.contestant.Contestants;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
 * Asynchronous calls whose stages are done already, so that nothing but the policies is measured.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AsyncBenchmark {
  /** A guarded asynchronous call. */
  @State(Scope.Benchmark)
  public abstract static class GuardedStage {
    /** Who guards the call; Helidon does not guard stages. */
    @Param({"firmitas", "failsafe", "resilience4j", "smallrye", "floor"})
    public String contestant = "";

    private final CompletionStage<Object> done = CompletableFuture.completedFuture("result");
    private final CompletionStage<Object> failed =
        CompletableFuture.failedFuture(CallFailure.INSTANCE);
    private Supplier<CompletionStage<Object>> guarded = this::succeed;
    private boolean failedBefore;
    private @Nullable Contestant maker;

    /** Makes the guarded call. */
    @Setup(Level.Trial)
    public final void guard() {
      maker = Contestants.named(contestant);
      guarded = guard(maker);
    }

    /** Ends the threads of the contestant. */
    @TearDown(Level.Trial)
    public final void close() {
      if (maker != null) {
        maker.close();
      }
    }

    abstract Supplier<CompletionStage<Object>> guard(Contestant by);

    final CompletionStage<Object> succeed() {
      return done;
    }

    final CompletionStage<Object> failEverySecond() {
      failedBefore = !failedBefore;
      return failedBefore ? failed : done;
    }

    final Object call() {
      return guarded.get().toCompletableFuture().join();
    }
  }

  /** Fallback, retry and breaker around a stage that is done. */
  public static class Three extends GuardedStage {
    @Override
    Supplier<CompletionStage<Object>> guard(Contestant by) {
      return by.asyncComposition(this::succeed);
    }
  }

  /** The first stage fails, the second one is done. */
  public static class OneFailure extends GuardedStage {
    @Override
    Supplier<CompletionStage<Object>> guard(Contestant by) {
      return by.asyncRetry(this::failEverySecond);
    }
  }

  /** Measures the composition of three. */
  @Benchmark
  public Object three(Three guarded) {
    return guarded.call();
  }

  /** Measures a retry. */
  @Benchmark
  public Object oneFailure(OneFailure guarded) {
    return guarded.call();
  }
}
