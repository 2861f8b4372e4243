package io.firmitas.impl.breaker;

import io.firmitas.breaker.CircuitBreakerMode;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.CircuitState;
import io.firmitas.impl.breaker.Period.Closed;
import io.firmitas.impl.breaker.Period.Disabled;
import io.firmitas.impl.breaker.Period.HalfOpen;
import io.firmitas.impl.breaker.Period.Open;
import io.firmitas.impl.breaker.Period.Recovering;
import java.time.Duration;

/**
 * Makes snapshots, under the breaker's lock: without it, the totals of a window could be read that
 * have just ended the period, together with that period.
 */
final class BreakerReport {
  private BreakerReport() {}

  static CircuitBreakerSnapshot of(BreakerSettings settings, Period period, long now) {
    Tally tally = period.tally();
    Closed closed = CircuitCore.closedOf(period);
    OutcomeWindow window = closed == null ? null : closed.window();
    long totals = window == null ? 0 : window.totalsAt(now);
    int failures = window == null ? tally.failures() : OutcomeWindow.failures(totals);
    CircuitState state = CircuitCore.stateOf(period, now);
    return new CircuitBreakerSnapshot(
        settings.name,
        state,
        mode(period),
        failures,
        window == null ? failures : OutcomeWindow.calls(totals),
        OutcomeWindow.slowCalls(totals),
        settings.failureThreshold,
        openTime(settings, period),
        period instanceof Open open ? Duration.ofNanos(open.remaining(now)) : Duration.ZERO,
        permitted(settings, period, now),
        share(period, now),
        openings(period),
        tally.lastAt(),
        tally.last());
  }

  private static CircuitBreakerMode mode(Period period) {
    if (period instanceof Disabled) {
      return CircuitBreakerMode.DISABLED;
    }
    return period instanceof Open open && open.forced
        ? CircuitBreakerMode.FORCED_OPEN
        : CircuitBreakerMode.AUTOMATIC;
  }

  private static Duration openTime(BreakerSettings settings, Period period) {
    if (period instanceof Open open) {
      return open.openTime();
    }
    return Duration.ofNanos(
        period instanceof HalfOpen halfOpen ? halfOpen.openNanos : settings.firstOpenNanos);
  }

  private static double share(Period period, long now) {
    if (period instanceof Recovering recovering) {
      return recovering.share(now);
    }
    return period instanceof Closed || period instanceof Disabled ? 1 : 0;
  }

  private static int permitted(BreakerSettings settings, Period period, long now) {
    if (period instanceof Open open) {
      return open.isOver(now) ? settings.probes : 0;
    }
    if (period instanceof HalfOpen halfOpen) {
      return halfOpen.probes.freeAt(now);
    }
    if (period instanceof Recovering recovering) {
      return recovering.admits(now) ? 1 : 0;
    }
    return Integer.MAX_VALUE;
  }

  private static int openings(Period period) {
    if (period instanceof Open open) {
      return open.opening;
    }
    return period instanceof HalfOpen halfOpen ? halfOpen.opening : 0;
  }
}
