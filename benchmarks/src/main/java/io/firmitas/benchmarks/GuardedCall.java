package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import io.firmitas.benchmarks.contestant.Contestants;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A call guarded by a contestant, made before the measurement and held in a static final field, as
 * services hold theirs: what is measured is then the guard, and not how the harness finds it.
 * {@link MegamorphicBenchmark} measures guards that the compiler does not know.
 */
@State(Scope.Benchmark)
public abstract class GuardedCall {
  /** Who guards the call; the runner adds Helidon where the JDK has what it needs. */
  @Param({"firmitas", "failsafe", "resilience4j", "smallrye", "floor"})
  public String contestant = "";

  /** The result of the call: read from a field, so that the compiler does not know it. */
  private Object result = new Object();

  private int calls;
  private static @Nullable Callable<Object> guarded;
  private @Nullable Contestant maker;

  /** Initialized by the first call, when the guarded call has been made. */
  private static final class Held {
    static final Callable<Object> GUARDED = Objects.requireNonNull(guarded);
  }

  /** Makes the guarded call. */
  @Setup(Level.Trial)
  public final void guard() {
    maker = Contestants.named(contestant);
    guarded = guard(maker);
    if (Held.GUARDED != guarded) {
      throw new IllegalStateException("Every contestant needs a JVM of its own (forks > 0)");
    }
    prepare();
  }

  /** Ends the threads of the contestant. */
  @TearDown(Level.Trial)
  public final void close() {
    if (maker != null) {
      maker.close();
    }
  }

  /**
   * Guards a call.
   *
   * @param by who guards it
   * @return the guarded call
   */
  protected abstract Callable<Object> guard(Contestant by);

  /** Brings the guarded call into the state that is measured. */
  protected void prepare() {}

  /**
   * Makes the guarded call; a failure is as good as a result.
   *
   * @return the result or the failure
   */
  public final Object call() {
    try {
      return Held.GUARDED.call();
    } catch (Exception failure) {
      return failure;
    }
  }

  /**
   * A call that succeeds.
   *
   * @return the result
   */
  protected final Object succeed() {
    return result;
  }

  /**
   * A call that fails.
   *
   * @return nothing
   */
  protected final Object fail() {
    throw CallFailure.INSTANCE;
  }

  /**
   * A call that fails once out of so many times.
   *
   * @param times how many
   * @return the result
   */
  protected final Object failEvery(int times) {
    calls++;
    if (calls == times) {
      calls = 0;
      throw CallFailure.INSTANCE;
    }
    return result;
  }

  /**
   * Calls until the breaker refuses; for calls that always fail.
   *
   * @throws IllegalStateException when it does not
   */
  protected final void open() {
    for (int call = 0; call < 1_000; call++) {
      int before = calls;
      call();
      if (calls == before) {
        return;
      }
    }
    throw new IllegalStateException(contestant + " does not open its breaker");
  }

  /**
   * A call that fails and counts how often it was made.
   *
   * @return nothing
   */
  protected final Object failCounted() {
    calls++;
    throw CallFailure.INSTANCE;
  }
}
