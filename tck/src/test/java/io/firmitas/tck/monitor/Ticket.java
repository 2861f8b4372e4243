package io.firmitas.tck.monitor;

import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.Permit;

/** The admission of one call. */
final class Ticket implements Permit {
  /** The period that gave it; {@code null} when its outcome is not to be recorded. */
  final Circuit.Period period;

  final long since;
  private final MonitorBreaker breaker;
  private boolean ended;

  Ticket(MonitorBreaker breaker, Circuit.Period period, long since) {
    this.breaker = breaker;
    this.period = period;
    this.since = since;
  }

  /** Whether this is its first end; guarded by the monitor of the circuit. */
  boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  @Override
  public void success() {
    breaker.leave(this, Verdict.SUCCESS, null);
  }

  @Override
  public void failure(Throwable failure) {
    breaker.leave(this, Verdict.FAILURE, failure);
  }

  @Override
  public void close() {
    breaker.leave(this, Verdict.NEUTRAL, null);
  }
}
