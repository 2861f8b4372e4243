package io.firmitas.impl.breaker;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.Ratio;
import io.firmitas.breaker.Window;
import io.firmitas.internal.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A configuration prepared for use: numbers instead of durations and ratios, and the events that
 * anybody wants.
 */
final class BreakerSettings {
  private static final long NO_LEASE = -1;

  final CircuitBreakerConfig config;
  final PolicyRuntime runtime;
  final BreakerEvents events;
  final String name;
  final int failureThreshold;
  final int minimumCalls;
  final @Nullable Ratio failureRate;
  final @Nullable Ratio slowCallRate;
  final long slowCallNanos;
  final int probes;
  final int successThreshold;
  final long probeLeaseNanos;

  /** The open time of the first opening. */
  final long firstOpenNanos;

  /**
   * Whether every opening lasts as long as the first, so that no code of the user is needed to
   * open.
   */
  final boolean openTimeIsFixed;

  final long recoveryNanos;
  final double recoveryShare;
  final boolean usesWindow;
  final boolean usesTimeWindow;
  final boolean judgesResults;
  final boolean timesCalls;

  /**
   * Whether every result is a success that nobody is told about, so that one on a breaker with
   * nothing on record has no effect at all. One flag instead of three, for the path that all calls
   * take.
   */
  final boolean successMayBeSilent;

  BreakerSettings(CircuitBreakerConfig config) {
    this.config = config;
    runtime = config.runtime();
    events = new BreakerEvents(config);
    name = config.name();
    failureThreshold = config.failureThreshold();
    minimumCalls = config.minimumCalls();
    failureRate = config.failureRate().orElse(null);
    slowCallRate = config.slowCallRate().orElse(null);
    slowCallNanos = config.slowCallDuration().map(Durations::toNanos).orElse(Long.MAX_VALUE);
    probes = config.probes();
    successThreshold = config.successThreshold();
    probeLeaseNanos = config.probeLease().map(BreakerSettings::bounded).orElse(NO_LEASE);
    openTimeIsFixed = config.hasFixedOpenTime();
    firstOpenNanos = openNanos(1, null);
    recoveryNanos = config.recoveryTime().map(BreakerSettings::bounded).orElse(0L);
    recoveryShare = config.recoveryShare().value();
    usesWindow = OutcomeWindow.of(config.window(), 0) != null;
    usesTimeWindow = config.window() instanceof Window.Time;
    judgesResults = config.judgesResults();
    timesCalls = slowCallRate != null;
    successMayBeSilent = !timesCalls && !judgesResults && !events.want(Verdict.SUCCESS);
  }

  /**
   * Clock readings are compared by difference, so no time may be longer than half of their range.
   */
  static long bounded(Duration duration) {
    return Math.min(Durations.toNanos(duration), Long.MAX_VALUE / 2);
  }

  /** How long a probe may take when the breaker was open for a time. */
  long leaseNanos(long openNanos) {
    return probeLeaseNanos == NO_LEASE ? openNanos : probeLeaseNanos;
  }

  /** Whether calls come back gradually after a recovery. */
  boolean recoversGradually() {
    return recoveryNanos > 0 && recoveryShare < 1;
  }

  /** Whether the outcomes in the window open the breaker. */
  boolean trips(long totals) {
    int calls = OutcomeWindow.calls(totals);
    int failures = OutcomeWindow.failures(totals);
    if (failureThreshold > 0 && failures >= failureThreshold) {
      return true;
    }
    if (calls < minimumCalls) {
      return false;
    }
    return (failureRate != null && failureRate.isReachedBy(failures, calls))
        || (slowCallRate != null
            && slowCallRate.isReachedBy(OutcomeWindow.slowCalls(totals), calls));
  }

  /**
   * How long the breaker stays open. Runs code of the user, so never under the lock; what that code
   * does wrong is reported and replaced by the default.
   */
  long openNanos(int opening, @Nullable Throwable failure) {
    if (failure != null && config.openTimeFor().isPresent()) {
      try {
        Duration chosen = config.openTimeFor().get().apply(failure);
        if (chosen != null && !chosen.isZero() && !chosen.isNegative()) {
          return bounded(chosen);
        }
      } catch (Throwable thrown) {
        events.report("openTimeFor", thrown);
      }
    }
    try {
      Duration regular = config.openTimeOf(opening);
      if (!regular.isZero() && !regular.isNegative()) {
        return bounded(regular);
      }
    } catch (Throwable thrown) {
      events.report("openTime", thrown);
    }
    return DEFAULT_OPEN_NANOS;
  }

  private static final long DEFAULT_OPEN_NANOS = 60_000_000_000L;
}
