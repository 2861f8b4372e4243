package io.firmitas.breaker;

import io.firmitas.CallRejectedException;
import io.firmitas.CommonSettings;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The checked settings of a circuit breaker. Immutable and thread-safe; see {@link
 * CircuitBreakerBuilder} for what each means.
 */
public final class CircuitBreakerConfig implements PolicyConfig<CircuitBreaker> {
  private final CircuitBreakerBuilder settings;
  private final CommonSettings common;

  /** Takes a private copy of a builder whose settings have been checked. */
  CircuitBreakerConfig(CircuitBreakerBuilder settings, CommonSettings common) {
    this.settings = settings;
    this.common = common;
  }

  @Override
  public CommonSettings common() {
    return common;
  }

  /**
   * Which outcomes are looked at.
   *
   * @return the window
   */
  public Window window() {
    return settings.window;
  }

  /**
   * The number of failures in the window that opens the breaker.
   *
   * @return the number, 0 when only rates decide
   */
  public int failureThreshold() {
    return settings.effectiveFailureThreshold();
  }

  /**
   * The share of failures in the window that opens the breaker.
   *
   * @return the exact ratio, or empty when a number decides
   */
  public Optional<Ratio> failureRate() {
    return Optional.ofNullable(settings.failureRate);
  }

  /**
   * How many outcomes the window must hold before a rate is judged.
   *
   * @return the number, at least 1
   */
  public int minimumCalls() {
    return settings.effectiveMinimumCalls();
  }

  /**
   * From which duration on a call is slow.
   *
   * @return the duration, or empty when no call is slow
   */
  public Optional<Duration> slowCallDuration() {
    return Optional.ofNullable(settings.slowCallDuration);
  }

  /**
   * The share of slow calls in the window that opens the breaker.
   *
   * @return the exact ratio, or empty when slow calls do not open the breaker
   */
  public Optional<Ratio> slowCallRate() {
    return Optional.ofNullable(settings.slowCallRate);
  }

  /**
   * How long the breaker stays open, unless {@link #openTimeFor} says otherwise.
   *
   * @return the open time of the first opening
   */
  public Duration openTime() {
    return openTimeOf(1);
  }

  /**
   * How long the breaker stays open at one of several openings without a close between them.
   *
   * @param opening the number of the opening, from 1
   * @return the open time
   */
  public Duration openTimeOf(int opening) {
    return settings.openTimes.delay(opening);
  }

  /**
   * Whether every opening lasts {@link #openTime()}.
   *
   * @return false when a backoff or {@link #openTimeFor} chooses
   */
  public boolean hasFixedOpenTime() {
    return !settings.openTimeVaries && settings.openTimeFor == null;
  }

  /**
   * The function that chooses the open time by the failure that opened the breaker.
   *
   * @return the function, or empty
   */
  public Optional<Function<? super Throwable, @Nullable Duration>> openTimeFor() {
    return Optional.ofNullable(settings.openTimeFor);
  }

  /**
   * How many probes a half-open breaker admits.
   *
   * @return the number, at least 1
   */
  public int probes() {
    return settings.probes;
  }

  /**
   * How many probes must succeed to close the breaker.
   *
   * @return the number, from 1 to {@link #probes()}
   */
  public int successThreshold() {
    return settings.effectiveSuccessThreshold();
  }

  /**
   * After which time a probe that has not ended loses its permit.
   *
   * @return the lease, or empty when it equals the open time
   */
  public Optional<Duration> probeLease() {
    return Optional.ofNullable(settings.probeLease);
  }

  /**
   * How long it takes after the breaker has closed until all calls pass.
   *
   * @return the time, or empty when all pass at once
   */
  public Optional<Duration> recoveryTime() {
    return Optional.ofNullable(settings.recoveryTime);
  }

  /**
   * The share of calls that passes when recovery begins.
   *
   * @return the share
   */
  public Ratio recoveryShare() {
    return settings.recoveryShare;
  }

  /**
   * The exceptions that count as failures.
   *
   * @return the matcher; empty means all but rejections
   */
  public FailureMatcher failOn() {
    return settings.failOn;
  }

  /**
   * The exceptions that count as successes.
   *
   * @return the matcher
   */
  public FailureMatcher skipOn() {
    return settings.skipOn;
  }

  /**
   * The exceptions that count as nothing.
   *
   * @return the matcher
   */
  public FailureMatcher ignore() {
    return settings.ignore;
  }

  /**
   * Judges how a call ended, by its exception. In this order: interrupts are neutral; {@code
   * ignore} is neutral; {@code skipOn} is a success; rejections and cancellations are neutral
   * unless {@code failOn} names them; what {@code failOn} matches, or everything when it is empty,
   * is a failure; the rest is neutral.
   *
   * @param failure the exception
   * @return the verdict
   * @throws RuntimeException what a predicate throws
   */
  public Verdict verdict(Throwable failure) {
    Throwable unwrapped = FailureMatcher.unwrap(failure);
    if (unwrapped instanceof InterruptedException) {
      return Verdict.NEUTRAL;
    }
    if (settings.ignore.matches(unwrapped)) {
      return Verdict.NEUTRAL;
    }
    if (settings.skipOn.matches(unwrapped)) {
      return Verdict.SUCCESS;
    }
    if (unwrapped instanceof CallRejectedException) {
      return failureIfNamed(unwrapped, CallRejectedException.class);
    }
    if (unwrapped instanceof CancellationException) {
      return failureIfNamed(unwrapped, CancellationException.class);
    }
    return settings.failOn.isEmpty() || settings.failOn.matches(unwrapped)
        ? Verdict.FAILURE
        : Verdict.NEUTRAL;
  }

  private Verdict failureIfNamed(Throwable failure, Class<? extends Throwable> kind) {
    return settings.failOn.names(failure, kind) ? Verdict.FAILURE : Verdict.NEUTRAL;
  }

  /**
   * Whether results are looked at.
   *
   * @return true when {@link #failsOnResult} may be true
   */
  public boolean judgesResults() {
    return !settings.failOnResult.isEmpty();
  }

  /**
   * Judges a result.
   *
   * @param result the result
   * @return true when it counts as a failure
   * @throws RuntimeException what a predicate throws
   */
  public boolean failsOnResult(@Nullable Object result) {
    List<Predicate<@Nullable Object>> predicates = settings.failOnResult;
    for (Predicate<@Nullable Object> predicate : predicates) {
      if (predicate.test(result)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the breaker only decides and counts, but lets every call through.
   *
   * @return true for a dry run
   */
  public boolean dryRun() {
    return settings.dryRun;
  }

  /**
   * A builder with these settings.
   *
   * @return a new builder
   */
  public CircuitBreakerBuilder toBuilder() {
    return settings.mutableCopy();
  }

  /** How a call ended, as a breaker sees it. */
  public enum Verdict {
    /** The call ended well. */
    SUCCESS,
    /** The call failed. */
    FAILURE,
    /** The call says nothing about the dependency. */
    NEUTRAL
  }
}
