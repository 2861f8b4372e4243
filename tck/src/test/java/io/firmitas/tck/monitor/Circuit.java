package io.firmitas.tck.monitor;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitBreakerMode;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Ratio;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallIgnored;
import io.firmitas.event.CircuitCallPermitted;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.event.CircuitCallSucceeded;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state of a breaker. Each synchronized method is one step; what it has to tell is told by the
 * caller, after the step. The methods without a modifier are the decisions; a broken breaker
 * overrides one of them.
 */
class Circuit {
  /** The time between two changes of state. */
  static final class Period {
    final CircuitState state;
    final CircuitBreakerMode mode;
    final long since;

    /** The open time of this period, or of the one before. */
    final long openNanos;

    /** The closed period that this open one has ended, or {@code null}. */
    final Period closedBefore;

    final List<Ticket> probes = new ArrayList<>();
    int successes;
    int failed;

    Period(
        CircuitState state,
        CircuitBreakerMode mode,
        long since,
        long openNanos,
        Period closedBefore) {
      this.state = state;
      this.mode = mode;
      this.since = since;
      this.openNanos = openNanos;
      this.closedBefore = closedBefore;
    }
  }

  final CircuitBreakerConfig config;
  final PolicyRuntime runtime;
  private final long firstOpenNanos;
  Period period;
  private Outcomes outcomes;

  /** The failures on record outside a closed period, where the outcomes have them. */
  private int failures;

  private int openings;
  private Throwable lastFailure;
  private Instant lastFailureAt;

  Circuit(CircuitBreakerConfig config) {
    this.config = config;
    this.runtime = config.runtime();
    this.firstOpenNanos = Nanos.of(config.openTime());
    this.outcomes = new Outcomes(config.window(), runtime::nanoTime);
    this.period = closed();
  }

  private Period closed() {
    return new Period(
        CircuitState.CLOSED,
        CircuitBreakerMode.AUTOMATIC,
        runtime.nanoTime(),
        firstOpenNanos,
        null);
  }

  // ---- the decisions

  boolean isOver(long elapsed, long openNanos) {
    return elapsed >= openNanos;
  }

  boolean leaseIsOver(long elapsed, long lease) {
    return elapsed >= lease;
  }

  int probes() {
    return config.probes();
  }

  boolean isOfThisPeriod(Ticket ticket) {
    return ticket.period == period;
  }

  boolean stillCounts(Ticket late) {
    return late.period == period.closedBefore;
  }

  boolean mayJudge(int calls) {
    return calls >= config.minimumCalls();
  }

  boolean reaches(Ratio rate, int part, int calls) {
    return rate.isReachedBy(part, calls);
  }

  void giveBack(Ticket probe) {
    period.probes.remove(probe);
  }

  int failuresAfterFailedProbe(int before) {
    return before + 1;
  }

  Throwable causeOfRefusal() {
    return lastFailure;
  }

  CircuitState stateAt(long now) {
    return isOpenTimeOver(now) ? CircuitState.HALF_OPEN : period.state;
  }

  void move(Period next, CircuitStateChanged change, Told told) {
    period = next;
    told.event(change);
  }

  Period periodAfterReset() {
    return closed();
  }

  void afterLateFailure() {}

  // ---- the steps

  /** Asks for admission: a ticket, or {@code null}. */
  synchronized Ticket admit(MonitorBreaker breaker, Told told) {
    enterHalfOpen(told);
    Ticket ticket = null;
    if (period.state == CircuitState.CLOSED) {
      ticket = new Ticket(breaker, period, 0);
    } else if (period.state == CircuitState.HALF_OPEN && free(runtime.nanoTime()) > 0) {
      ticket = new Ticket(breaker, period, runtime.nanoTime());
      dropOverdue(ticket.since);
      period.probes.add(ticket);
    }
    if (ticket != null) {
      told.event(new CircuitCallPermitted(config.name(), period.state));
    } else {
      Duration wait = Duration.ofNanos(untilAdmission(runtime.nanoTime()));
      told.event(new CircuitCallRejected(config.name(), period.state, failuresNow(), wait));
    }
    return ticket;
  }

  synchronized CircuitOpenException refusal() {
    long now = runtime.nanoTime();
    long wait = untilAdmission(now);
    return new CircuitOpenException(
        config.name(),
        stateAt(now),
        failuresNow(),
        now + wait,
        wait,
        causeOfRefusal(),
        config.stackTraces());
  }

  /** Records how an admitted call ended. */
  synchronized void end(
      Ticket ticket, Verdict verdict, boolean slow, Throwable failure, Told told) {
    if (!ticket.end() || ticket.period == null) {
      return;
    }
    if (!isOfThisPeriod(ticket)) {
      endLate(ticket, verdict, failure);
    } else if (period.state == CircuitState.HALF_OPEN) {
      if (holds(ticket)) {
        endProbe(ticket, verdict, slow, failure, told);
      }
    } else if (period.mode == CircuitBreakerMode.AUTOMATIC) {
      count(verdict, slow, failure, told);
      tellOutcome(verdict, failure, told);
    }
  }

  private void endLate(Ticket ticket, Verdict verdict, Throwable failure) {
    if (verdict == Verdict.FAILURE
        && stateAt(runtime.nanoTime()) == CircuitState.OPEN
        && stillCounts(ticket)) {
      addFailure(failure);
      afterLateFailure();
    }
  }

  private boolean holds(Ticket probe) {
    dropOverdue(runtime.nanoTime());
    return period.probes.contains(probe);
  }

  private void endProbe(
      Ticket ticket, Verdict verdict, boolean slow, Throwable failure, Told told) {
    if (verdict == Verdict.NEUTRAL) {
      giveBack(ticket);
    } else {
      period.probes.remove(ticket);
      vote(verdict == Verdict.SUCCESS && !slow, failure, told);
    }
    tellOutcome(verdict, failure, told);
  }

  /** Records an outcome of a call that was never admitted. */
  synchronized void recordUnasked(Verdict verdict, Throwable failure, Told told) {
    enterHalfOpen(told);
    if (period.mode != CircuitBreakerMode.AUTOMATIC) {
      return;
    }
    switch (period.state) {
      case CLOSED -> count(verdict, false, failure, told);
      case HALF_OPEN -> vote(verdict == Verdict.SUCCESS, failure, told);
      case OPEN -> {
        if (verdict == Verdict.FAILURE) {
          addFailure(failure);
        }
      }
    }
    tellOutcome(verdict, failure, told);
  }

  private void tellOutcome(Verdict verdict, Throwable failure, Told told) {
    String name = config.name();
    told.event(
        switch (verdict) {
          case SUCCESS -> new CircuitCallSucceeded(name, period.state);
          case NEUTRAL -> new CircuitCallIgnored(name, period.state, failure);
          case FAILURE ->
              new CircuitCallFailed(
                  name, period.state, failuresNow(), config.failureThreshold(), failure);
        });
  }

  private void count(Verdict verdict, boolean slow, Throwable failure, Told told) {
    if (verdict == Verdict.NEUTRAL) {
      return;
    }
    outcomes.add(verdict == Verdict.FAILURE, slow);
    if (verdict == Verdict.FAILURE) {
      keep(failure);
    }
    if (trips()) {
      failures = outcomes.failures();
      open(failure, told);
    }
  }

  private boolean trips() {
    int failed = outcomes.failures();
    int calls = outcomes.calls();
    if (config.failureThreshold() > 0 && failed >= config.failureThreshold()) {
      return true;
    }
    return calls > 0
        && mayJudge(calls)
        && (isReached(config.failureRate(), failed, calls)
            || isReached(config.slowCallRate(), outcomes.slow(), calls));
  }

  private boolean isReached(Optional<Ratio> rate, int part, int calls) {
    return rate.isPresent() && reaches(rate.get(), part, calls);
  }

  private void vote(boolean succeeded, Throwable failure, Told told) {
    if (succeeded) {
      period.successes++;
      if (period.successes >= config.successThreshold()) {
        forget();
        change(closed(), null, told);
      }
      return;
    }
    period.failed++;
    int after = failuresAfterFailedProbe(failures);
    addFailure(failure);
    failures = after;
    if (period.failed > config.probes() - config.successThreshold()) {
      open(failure, told);
    }
  }

  private void forget() {
    failures = 0;
    openings = 0;
    outcomes = new Outcomes(config.window(), runtime::nanoTime);
  }

  private void addFailure(Throwable failure) {
    failures++;
    keep(failure);
  }

  private void keep(Throwable failure) {
    lastFailure = failure == null ? lastFailure : failure;
    lastFailureAt = runtime.instant();
  }

  private void open(Throwable failure, Told told) {
    openings++;
    Period before = period.state == CircuitState.CLOSED ? period : null;
    long openNanos = Nanos.of(openTime(failure, told));
    change(
        new Period(
            CircuitState.OPEN, CircuitBreakerMode.AUTOMATIC, runtime.nanoTime(), openNanos, before),
        failure,
        told);
  }

  private Duration openTime(Throwable failure, Told told) {
    Duration chosen = null;
    if (failure != null && config.openTimeFor().isPresent()) {
      try {
        chosen = config.openTimeFor().get().apply(failure);
      } catch (Throwable thrown) {
        told.report("openTimeFor", thrown);
      }
    }
    boolean usable = chosen != null && !chosen.isZero() && !chosen.isNegative();
    return usable ? chosen : regularOpenTime(told);
  }

  private Duration regularOpenTime(Told told) {
    try {
      Duration regular = config.openTimeOf(openings);
      if (!regular.isZero() && !regular.isNegative()) {
        return regular;
      }
    } catch (Throwable thrown) {
      told.report("openTime", thrown);
    }
    return Duration.ofSeconds(60);
  }

  private void change(Period next, Throwable failure, Told told) {
    if (next.state == period.state) {
      period = next;
      return;
    }
    Duration openTime =
        next.state == CircuitState.OPEN ? Duration.ofNanos(next.openNanos) : Duration.ZERO;
    move(
        next,
        new CircuitStateChanged(
            config.name(),
            period.state,
            next.state,
            failures,
            openTime,
            Duration.ofNanos(runtime.nanoTime() - period.since),
            failure,
            runtime.instant()),
        told);
  }

  private boolean isOpenTimeOver(long now) {
    return period.state == CircuitState.OPEN
        && period.mode == CircuitBreakerMode.AUTOMATIC
        && isOver(now - period.since, period.openNanos);
  }

  private void enterHalfOpen(Told told) {
    if (period.state == CircuitState.OPEN && isOpenTimeOver(runtime.nanoTime())) {
      change(halfOpen(period.openNanos), null, told);
    }
  }

  private Period halfOpen(long openNanos) {
    return new Period(
        CircuitState.HALF_OPEN, CircuitBreakerMode.AUTOMATIC, runtime.nanoTime(), openNanos, null);
  }

  // ---- by hand

  synchronized void forceOpen(Told told) {
    failures = failuresNow();
    change(
        new Period(
            CircuitState.OPEN,
            CircuitBreakerMode.FORCED_OPEN,
            runtime.nanoTime(),
            Long.MAX_VALUE,
            null),
        null,
        told);
  }

  synchronized void forceHalfOpen(Told told) {
    failures = failuresNow();
    boolean timed = period.mode == CircuitBreakerMode.AUTOMATIC;
    change(halfOpen(timed ? period.openNanos : firstOpenNanos), null, told);
  }

  synchronized void disable(Told told) {
    failures = failuresNow();
    change(
        new Period(
            CircuitState.CLOSED,
            CircuitBreakerMode.DISABLED,
            runtime.nanoTime(),
            firstOpenNanos,
            null),
        null,
        told);
  }

  synchronized void reset(Told told) {
    lastFailure = null;
    lastFailureAt = null;
    forget();
    change(periodAfterReset(), null, told);
  }

  // ---- reading

  private boolean hasOutcomes() {
    return period.state == CircuitState.CLOSED && period.mode == CircuitBreakerMode.AUTOMATIC;
  }

  private int failuresNow() {
    return hasOutcomes() ? outcomes.failures() : failures;
  }

  private long lease() {
    return config.probeLease().map(Nanos::of).orElse(period.openNanos);
  }

  private void dropOverdue(long now) {
    period.probes.removeIf(probe -> leaseIsOver(now - probe.since, lease()));
  }

  private int free(long now) {
    long held =
        period.probes.stream().filter(probe -> !leaseIsOver(now - probe.since, lease())).count();
    return probes() - (int) held - period.successes - period.failed;
  }

  private int permitted(long now) {
    return switch (stateAt(now)) {
      case CLOSED -> Integer.MAX_VALUE;
      case OPEN -> 0;
      case HALF_OPEN -> period.state == CircuitState.OPEN ? probes() : Math.max(0, free(now));
    };
  }

  private long untilAdmission(long now) {
    if (stateAt(now) == CircuitState.OPEN) {
      return period.mode == CircuitBreakerMode.FORCED_OPEN
          ? Long.MAX_VALUE / 2
          : Math.max(0, period.openNanos - (now - period.since));
    }
    if (permitted(now) > 0) {
      return 0;
    }
    return period.probes.stream()
        .mapToLong(probe -> Math.max(0, lease() - (now - probe.since)))
        .min()
        .orElse(0);
  }

  /** Reads no clock while the breaker is closed. */
  synchronized CircuitState state() {
    return period.state == CircuitState.OPEN ? stateAt(runtime.nanoTime()) : period.state;
  }

  synchronized boolean wouldPermit() {
    return permitted(runtime.nanoTime()) > 0;
  }

  synchronized CircuitBreakerSnapshot snapshot() {
    long now = runtime.nanoTime();
    CircuitState state = stateAt(now);
    return new CircuitBreakerSnapshot(
        config.name(),
        state,
        period.mode,
        failuresNow(),
        hasOutcomes() ? outcomes.calls() : failures,
        hasOutcomes() ? outcomes.slow() : 0,
        config.failureThreshold(),
        period.state == CircuitState.OPEN
            ? Duration.ofNanos(period.openNanos)
            : Duration.ofNanos(firstOpenNanos),
        Duration.ofNanos(untilAdmission(now)),
        permitted(now),
        state == CircuitState.CLOSED ? 1 : 0,
        openings,
        lastFailureAt,
        lastFailure);
  }
}
