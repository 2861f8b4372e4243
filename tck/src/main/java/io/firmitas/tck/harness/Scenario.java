package io.firmitas.tck.harness;

import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackBuilder;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The base of all tests of rules: makes policies with the provider under test, on a virtual runtime
 * of their own, with all events recorded. A test that has not ended after a minute of real time has
 * failed: a provider that dead-locks or never stops must not keep the others from being run.
 */
@ExtendWith(ProviderUnderTest.class)
@org.junit.jupiter.api.Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
public abstract class Scenario {
  /**
   * The first reading of the clock, a month after its origin: a reading taken for a duration, or
   * one that is missing, is then far off.
   */
  private static final long START = Duration.ofDays(30).plusNanos(7).toNanos();

  /** The virtual time of this test; time passes by itself while somebody waits. */
  protected VirtualRuntime time = new VirtualRuntime().startAt(START);

  /** The events of all policies of this test. */
  protected final EventRecorder events = new EventRecorder();

  private @Nullable PolicyProvider provider;

  /** Written by whichever thread of the test was refused something. */
  private volatile @Nullable Refusal refusal;

  void use(PolicyProvider underTest) {
    provider = underTest;
  }

  /** The provider under test. */
  protected final PolicyProvider provider() {
    return Objects.requireNonNull(provider);
  }

  /** A test that waits for ever on an interrupt flag of the test before would be hard to find. */
  @BeforeEach
  @AfterEach
  void clearInterruptFlag() {
    Thread.interrupted();
  }

  protected final CircuitBreaker breaker(CircuitBreakerBuilder settings) {
    return create(onVirtualTime(settings).config());
  }

  protected final Retry retry(RetryBuilder settings) {
    return create(onVirtualTime(settings).config());
  }

  protected final Timeout timeout(TimeoutBuilder settings) {
    return create(onVirtualTime(settings).config());
  }

  protected final <T extends @Nullable Object> Fallback<T> fallback(FallbackBuilder<T> settings) {
    return create(onVirtualTime(settings).config());
  }

  protected final <S> Sources<S> sources(SourcesBuilder<S> settings) {
    return create(onVirtualTime(settings).config());
  }

  private <B extends PolicyBuilder<B>> B onVirtualTime(B settings) {
    return settings.runtime(time).listener(events);
  }

  /**
   * Makes a policy with the provider under test; what it does not have makes the test not
   * applicable.
   */
  protected final <P extends Policy<?>> P create(PolicyConfig<P> config) {
    return unlessRefused(() -> provider().create(config));
  }

  /** The provider's system runtime; a provider without one makes the test not applicable. */
  protected final PolicyRuntime systemRuntime() {
    return unlessRefused(() -> provider().systemRuntime());
  }

  /** A new runtime of the provider; a provider without any makes the test not applicable. */
  protected final PolicyRuntime newRuntime() {
    return unlessRefused(() -> provider().newRuntime());
  }

  private <V> V unlessRefused(Supplier<V> wanted) {
    try {
      return wanted.get();
    } catch (UnsupportedOperationException unsupported) {
      Refusal refused = Refusal.of(unsupported);
      if (refused == null) {
        throw new AssertionError("a refusal must name what it refuses", unsupported);
      }
      refusal = refused;
      throw unsupported;
    }
  }

  /** An outcome that is a refusal of the operation makes the test not applicable. */
  protected final Outcome unlessRefused(Outcome outcome) {
    if (outcome.failure() instanceof UnsupportedOperationException unsupported) {
      Refusal refused = Refusal.of(unsupported);
      refusal = refused == null ? refusal : refused;
    }
    return outcome;
  }

  /** What the provider refused in this test, or {@code null}. */
  @Nullable Refusal refusal() {
    return refusal;
  }

  /** Runs a call under a policy to its end. */
  protected final <T extends @Nullable Object> Outcome run(
      Mode mode, Policy<T> policy, ScriptedCall<? extends T> call) {
    return run(mode, policy, call, Context.root());
  }

  protected final <T extends @Nullable Object> Outcome run(
      Mode mode, Policy<T> policy, ScriptedCall<? extends T> call, Context context) {
    return unlessRefused(mode.run(time, policy, call, context));
  }

  /**
   * Makes a call on this thread that is no {@link ScriptedCall}. The thread's interrupt flag is
   * taken into the outcome.
   */
  protected final <T extends @Nullable Object> Outcome call(
      Policy<T> policy, Call<? extends T> call) {
    Duration start = time.elapsed();
    Outcome outcome = Outcome.of(() -> policy.execute(call, Context.root()));
    return unlessRefused(outcome.after(time.elapsed().minus(start), Thread.interrupted()));
  }

  /** Runs the same call several times, whatever its outcome. */
  protected final <T extends @Nullable Object> void repeat(
      int times, Mode mode, Policy<T> policy, ScriptedCall<? extends T> call) {
    for (int index = 0; index < times; index++) {
      run(mode, policy, call);
    }
  }

  /**
   * Waits in real time, at most ten seconds, until another thread has come to a point that can only
   * be looked at.
   */
  protected static void awaitUntil(String what, BooleanSupplier reached) {
    long limit = System.nanoTime() + seconds(10).toNanos();
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() - limit > 0) {
        throw new AssertionError("waited ten seconds until " + what);
      }
      LockSupport.parkNanos(100_000);
    }
  }

  /** A call that always returns. */
  protected static <T extends @Nullable Object> ScriptedCall<T> returning(T value) {
    return new ScriptedCall<T>().succeed(value);
  }

  /** A call that always fails. */
  protected static ScriptedCall<String> failing(Throwable failure) {
    return new ScriptedCall<String>().fail(failure);
  }

  /**
   * The waits that were asked of the runtime: sleeps in the synchronous form, timers in the
   * asynchronous one.
   */
  protected final List<Duration> waits(Mode mode) {
    return mode == Mode.SYNC ? time.sleeps() : time.scheduledDelays();
  }

  /** Null, where a test passes it for a type that does not say so. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // that is its purpose
  protected static <T extends @Nullable Object> T nothing() {
    return null;
  }

  protected static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  protected static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  protected static Duration nanos(long nanos) {
    return Duration.ofNanos(nanos);
  }
}
