package io.firmitas.breaker;

import io.firmitas.FailureMatcher;
import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyProvider;
import io.firmitas.backoff.Backoff;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.event.CircuitCallSucceeded;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.internal.Arguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Builds circuit breakers. */
public final class CircuitBreakerBuilder extends PolicyBuilder<CircuitBreakerBuilder> {
  Window window = Window.consecutive();
  @Nullable Integer failureThreshold;
  @Nullable Ratio failureRate;
  @Nullable Integer minimumCalls;
  @Nullable Duration slowCallDuration;
  @Nullable Ratio slowCallRate;
  Backoff openTimes = Backoff.fixed(Duration.ofSeconds(60));
  boolean openTimeVaries;
  @Nullable Function<? super Throwable, @Nullable Duration> openTimeFor;
  int probes = 1;
  @Nullable Integer successThreshold;
  @Nullable Ratio successRate;
  @Nullable Duration probeLease;
  @Nullable Duration recoveryTime;
  Ratio recoveryShare = new Ratio(100_000_000);
  FailureMatcher failOn = FailureMatcher.none();
  FailureMatcher skipOn = FailureMatcher.none();
  FailureMatcher ignore = FailureMatcher.none();
  List<Predicate<@Nullable Object>> failOnResult = List.of();
  boolean dryRun;

  CircuitBreakerBuilder() {
    super("circuit-breaker");
  }

  /**
   * Which outcomes are looked at. Default {@link Window#consecutive()}.
   *
   * @param value the window
   * @return this builder
   */
  public CircuitBreakerBuilder window(Window value) {
    window = Arguments.notNull("window", value);
    return this;
  }

  /**
   * The number of failures in the window that opens the breaker: with the default window,
   * consecutive failures; with a window of n calls, k of n. Default 5, unless a failure rate or a
   * slow-call rate is set. 1 to 3 reacts at once, 4 to 7 is balanced, 8 and more is tolerant.
   *
   * @param value the number, at least 1 and not more than the size of a window of calls
   * @return this builder
   */
  public CircuitBreakerBuilder failureThreshold(int value) {
    failureThreshold =
        Arguments.atLeast(
            "failureThreshold",
            value,
            1,
            "give 1 or more; to have no breaker, leave it out or configure it with enabled=false");
    return this;
  }

  /**
   * The share of failures in the window that opens the breaker, judged from {@link #minimumCalls}
   * outcomes on. Needs a window of calls or time; cannot be combined with {@link
   * #failureThreshold}. Compared exactly: 7 failures of 100 reach 0.07.
   *
   * @param share the share, above 0 and at most 1
   * @return this builder
   */
  public CircuitBreakerBuilder failureRate(double share) {
    failureRate = Ratio.of("failureRate", share);
    return this;
  }

  /**
   * How many outcomes the window must hold before a rate is judged. Default: the size of a window
   * of calls, 10 for a window of time.
   *
   * @param value the number, at least 1 and not more than the size of a window of calls
   * @return this builder
   */
  public CircuitBreakerBuilder minimumCalls(int value) {
    minimumCalls = Arguments.atLeast("minimumCalls", value, 1);
    return this;
  }

  /**
   * Opens the breaker when too many calls are slow, whether they succeed or not. Needs a window of
   * calls or time. Costs two clock readings per call.
   *
   * @param duration from which duration on a call is slow
   * @param share the share of slow calls, above 0 and at most 1
   * @return this builder
   */
  public CircuitBreakerBuilder slowCalls(Duration duration, double share) {
    slowCallDuration = Arguments.positive("slowCalls duration", duration);
    slowCallRate = Ratio.of("slowCalls share", share);
    return this;
  }

  /**
   * How long the breaker stays open before a probe may pass. Default 60 s.
   *
   * @param value the time, longer than zero
   * @return this builder
   */
  public CircuitBreakerBuilder openTime(Duration value) {
    openTimes = Backoff.fixed(Arguments.positive("openTime", value));
    openTimeVaries = false;
    return this;
  }

  /**
   * How long the breaker stays open at each opening without a close between them, for example twice
   * as long each time.
   *
   * @param value gives the time for the first, second, ... opening; the first must be longer than
   *     zero. Where a later one is not, or the backoff throws then, 60 s is used
   * @return this builder
   */
  public CircuitBreakerBuilder openTime(Backoff value) {
    openTimes = Arguments.notNull("openTime", value);
    openTimeVaries = true;
    return this;
  }

  /**
   * Chooses the open time by the failure that opens the breaker, for example from a {@code
   * Retry-After} header.
   *
   * @param value returns the time, or {@code null} to leave it to {@link #openTime}; so does a
   *     function that throws, or returns zero or less
   * @return this builder
   */
  public CircuitBreakerBuilder openTimeFor(Function<? super Throwable, @Nullable Duration> value) {
    openTimeFor = Arguments.notNull("openTimeFor", value);
    return this;
  }

  /**
   * How many probes a half-open breaker admits. Default 1.
   *
   * @param value the number, at least 1
   * @return this builder
   */
  public CircuitBreakerBuilder probes(int value) {
    probes = Arguments.atLeast("probes", value, 1);
    return this;
  }

  /**
   * How many probes must succeed to close the breaker; it opens again as soon as that has become
   * impossible. Default: all.
   *
   * @param value the number, from 1 to {@link #probes}
   * @return this builder
   */
  public CircuitBreakerBuilder successThreshold(int value) {
    successThreshold = Arguments.atLeast("successThreshold", value, 1);
    return this;
  }

  /**
   * The share of the probes that must succeed to close the breaker, instead of {@link
   * #successThreshold}.
   *
   * @param share the share, above 0 and at most 1
   * @return this builder
   */
  public CircuitBreakerBuilder successRate(double share) {
    successRate = Ratio.of("successRate", share);
    return this;
  }

  /**
   * After which time a probe that has not ended loses its permit, so that another one may pass.
   * Default: the open time.
   *
   * @param value the time, longer than zero
   * @return this builder
   */
  public CircuitBreakerBuilder probeLease(Duration value) {
    probeLease = Arguments.positive("probeLease", value);
    return this;
  }

  /**
   * Lets calls come back gradually after the probes have closed the breaker: at first a share of
   * them, growing evenly until all pass. Each failure in that time halves the share that passes.
   * Calls beyond the share are rejected. Default: all calls pass at once.
   *
   * @param time from the first share to all calls, longer than zero
   * @param firstShare the share of calls that passes at first, and at least, above 0 and at most 1
   * @return this builder
   */
  public CircuitBreakerBuilder gradualRecovery(Duration time, double firstShare) {
    recoveryTime = Arguments.positive("gradualRecovery time", time);
    recoveryShare = Ratio.of("gradualRecovery firstShare", firstShare);
    return this;
  }

  /**
   * The exceptions that count as failures; others are neutral. Default: all, except rejections by
   * policies, interrupts and cancellations, which count only when named here.
   *
   * @param types the types, subclasses included; added to those named before
   * @return this builder
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final CircuitBreakerBuilder failOn(Class<? extends Throwable>... types) {
    failOn = failOn.withTypes("failOn", types);
    return this;
  }

  /**
   * A condition for exceptions that count as failures, in addition to {@link #failOn}.
   *
   * @param predicate the condition; when it throws, the call is neutral and the call's own failure
   *     is what the caller gets
   * @return this builder
   */
  public CircuitBreakerBuilder failIf(Predicate<? super Throwable> predicate) {
    failOn = failOn.withPredicate("failIf", predicate);
    return this;
  }

  /**
   * The exceptions that count as successes; stronger than {@link #failOn}.
   *
   * @param types the types, subclasses included; added to those named before
   * @return this builder
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final CircuitBreakerBuilder skipOn(Class<? extends Throwable>... types) {
    skipOn = skipOn.withTypes("skipOn", types);
    return this;
  }

  /**
   * The exceptions that count as nothing: the permit is given back. Stronger than {@link #skipOn}
   * and {@link #failOn}.
   *
   * @param types the types, subclasses included; added to those named before
   * @return this builder
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final CircuitBreakerBuilder ignore(Class<? extends Throwable>... types) {
    ignore = ignore.withTypes("ignore", types);
    return this;
  }

  /**
   * A condition for exceptions that count as nothing, in addition to {@link #ignore}.
   *
   * @param predicate the condition; when it throws, the call is neutral
   * @return this builder
   */
  public CircuitBreakerBuilder ignoreIf(Predicate<? super Throwable> predicate) {
    ignore = ignore.withPredicate("ignoreIf", predicate);
    return this;
  }

  /**
   * Results that count as failures. Never asked when the call threw.
   *
   * @param type the type of results to look at; others are successes
   * @param condition the condition; when it throws, the call is neutral
   * @param <R> the type of results
   * @return this builder
   */
  public <R> CircuitBreakerBuilder failOnResult(Class<R> type, Predicate<? super R> condition) {
    Arguments.notNull("failOnResult type", type);
    Arguments.notNull("failOnResult condition", condition);
    List<Predicate<@Nullable Object>> longer = new ArrayList<>(failOnResult);
    longer.add(result -> type.isInstance(result) && condition.test(type.cast(result)));
    failOnResult = List.copyOf(longer);
    return this;
  }

  /**
   * Decides and counts, but lets every call through; rejections are published as events only.
   * Default off.
   *
   * @param value whether to let every call through
   * @return this builder
   */
  public CircuitBreakerBuilder dryRun(boolean value) {
    dryRun = value;
    return this;
  }

  /**
   * Receives every change of state.
   *
   * @param consumer the listener
   * @return this builder
   */
  public CircuitBreakerBuilder onStateChange(Consumer<? super CircuitStateChanged> consumer) {
    return onEvent(CircuitStateChanged.class, consumer);
  }

  /**
   * Receives every opening, also the one after a failed probe.
   *
   * @param consumer the listener
   * @return this builder
   */
  public CircuitBreakerBuilder onOpen(Consumer<? super CircuitStateChanged> consumer) {
    return onStateChangeTo(CircuitState.OPEN, Arguments.notNull("onOpen", consumer));
  }

  /**
   * Receives every change to half-open.
   *
   * @param consumer the listener
   * @return this builder
   */
  public CircuitBreakerBuilder onHalfOpen(Consumer<? super CircuitStateChanged> consumer) {
    return onStateChangeTo(CircuitState.HALF_OPEN, Arguments.notNull("onHalfOpen", consumer));
  }

  /**
   * Receives every closing.
   *
   * @param consumer the listener
   * @return this builder
   */
  public CircuitBreakerBuilder onClose(Consumer<? super CircuitStateChanged> consumer) {
    return onStateChangeTo(CircuitState.CLOSED, Arguments.notNull("onClose", consumer));
  }

  /**
   * Receives every failure.
   *
   * @param consumer the listener
   * @return this builder
   */
  public CircuitBreakerBuilder onFailure(Consumer<? super CircuitCallFailed> consumer) {
    return onEvent(CircuitCallFailed.class, consumer);
  }

  /**
   * Receives every success.
   *
   * @param consumer the listener
   * @return this builder
   */
  public CircuitBreakerBuilder onSuccess(Consumer<? super CircuitCallSucceeded> consumer) {
    return onEvent(CircuitCallSucceeded.class, consumer);
  }

  /**
   * Receives every rejection.
   *
   * @param consumer the listener
   * @return this builder
   */
  public CircuitBreakerBuilder onRejected(Consumer<? super CircuitCallRejected> consumer) {
    return onEvent(CircuitCallRejected.class, consumer);
  }

  private CircuitBreakerBuilder onStateChangeTo(
      CircuitState state, Consumer<? super CircuitStateChanged> consumer) {
    return onEvent(
        CircuitStateChanged.class,
        changed -> {
          if (changed.to() == state) {
            consumer.accept(changed);
          }
        });
  }

  /**
   * Checks all settings and takes a copy of them.
   *
   * @return the configuration
   * @throws IllegalArgumentException when settings contradict each other
   */
  public CircuitBreakerConfig config() {
    checkWindow();
    checkProbes();
    Arguments.positive("openTime of the first opening", openTimes.delay(1));
    return new CircuitBreakerConfig(copy(), common());
  }

  /**
   * Builds a breaker with the installed provider.
   *
   * @return a new breaker
   * @throws IllegalArgumentException when settings contradict each other
   */
  public CircuitBreaker build() {
    return PolicyProvider.installed().create(config());
  }

  private void checkWindow() {
    boolean consecutive = window instanceof Window.Consecutive;
    if (failureRate != null && failureThreshold != null) {
      throw new IllegalArgumentException(
          "failureThreshold is "
              + failureThreshold
              + " and failureRate is "
              + failureRate
              + "; set only one of them");
    }
    if (consecutive && (failureRate != null || slowCallRate != null || minimumCalls != null)) {
      throw new IllegalArgumentException(
          "failureRate, slowCalls and minimumCalls need a window but the window is consecutive"
              + " failures; set window(Window.ofCalls(n)) or window(Window.ofTime(d))");
    }
    if (window instanceof Window.Calls calls) {
      checkFits("failureThreshold", failureThreshold, calls.size());
      checkFits("minimumCalls", minimumCalls, calls.size());
      if (failureThreshold == null && failureRate == null && slowCallRate == null) {
        checkFits("failureThreshold (default)", effectiveFailureThreshold(), calls.size());
      }
    }
    if (minimumCalls != null && failureRate == null && slowCallRate == null) {
      throw new IllegalArgumentException(
          "minimumCalls is "
              + minimumCalls
              + " but no rate is set; set failureRate or slowCalls, or leave it out");
    }
  }

  private static void checkFits(String parameter, @Nullable Integer value, int windowSize) {
    if (value != null && value > windowSize) {
      throw new IllegalArgumentException(
          parameter
              + " must not be more than the window size "
              + windowSize
              + " but is "
              + value
              + "; lower it or widen the window");
    }
  }

  private void checkProbes() {
    if (successThreshold != null && successRate != null) {
      throw new IllegalArgumentException(
          "successThreshold is "
              + successThreshold
              + " and successRate is "
              + successRate
              + "; set only one of them");
    }
    if (successThreshold != null && successThreshold > probes) {
      throw new IllegalArgumentException(
          "successThreshold must not be more than probes "
              + probes
              + " but is "
              + successThreshold
              + "; lower it or admit more probes");
    }
  }

  int effectiveFailureThreshold() {
    if (failureThreshold != null) {
      return failureThreshold;
    }
    return failureRate != null || slowCallRate != null ? 0 : 5;
  }

  int effectiveMinimumCalls() {
    if (minimumCalls != null) {
      return minimumCalls;
    }
    return window instanceof Window.Calls calls ? calls.size() : 10;
  }

  int effectiveSuccessThreshold() {
    if (successThreshold != null) {
      return successThreshold;
    }
    return successRate != null ? successRate.partOf(probes) : probes;
  }

  /** For the configuration, which keeps a copy of its own. */
  CircuitBreakerBuilder mutableCopy() {
    return copy();
  }
}
