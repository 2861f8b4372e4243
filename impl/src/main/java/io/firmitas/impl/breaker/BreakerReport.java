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
 * Makes snapshots. One read of the period, then one of its tally or totals: the values belong
 * together because a period never shows numbers that would have ended it.
 */
final class BreakerReport {
  private BreakerReport() {}

  static CircuitBreakerSnapshot of(CircuitCore core, long now) {
    Period period = core.period();
    Tally tally = period.tally();
    Closed closed = CircuitCore.closedOf(period);
    OutcomeWindow window = closed == null ? null : closed.window();
    long totals = window == null ? 0 : core.totalsAt(window, now);
    int failures = window == null ? tally.failures() : OutcomeWindow.failures(totals);
    CircuitState state = CircuitCore.stateOf(period, now);
    return new CircuitBreakerSnapshot(
        core.settings.name,
        state,
        mode(period),
        failures,
        window == null ? failures : OutcomeWindow.calls(totals),
        OutcomeWindow.slowCalls(totals),
        core.settings.failureThreshold,
        openTime(core, period),
        period instanceof Open open ? Duration.ofNanos(open.remaining(now)) : Duration.ZERO,
        permitted(core, period, now),
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

  private static Duration openTime(CircuitCore core, Period period) {
    if (period instanceof Open open) {
      return open.openTime();
    }
    return Duration.ofNanos(
        period instanceof HalfOpen halfOpen ? halfOpen.openNanos : core.settings.firstOpenNanos);
  }

  private static double share(Period period, long now) {
    if (period instanceof Recovering recovering) {
      return recovering.share(now);
    }
    return period instanceof Closed || period instanceof Disabled ? 1 : 0;
  }

  private static int permitted(CircuitCore core, Period period, long now) {
    if (period instanceof Open open) {
      return open.isOver(now) ? core.settings.probes : 0;
    }
    if (period instanceof HalfOpen halfOpen) {
      return core.freeAt(halfOpen, now);
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
