package io.firmitas.impl.breaker;

import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.CircuitState;
import io.firmitas.impl.breaker.Period.Closed;
import io.firmitas.impl.breaker.Period.Disabled;
import io.firmitas.impl.breaker.Period.HalfOpen;
import io.firmitas.impl.breaker.Period.Open;
import io.firmitas.impl.breaker.Period.Recovering;
import io.firmitas.impl.breaker.Period.Windowed;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a circuit breaker, driven by clock readings; it knows nothing of threads, calls
 * and listeners.
 *
 * <pre>
 *            trips                    open time over, first call
 *   Closed ---------> Open --------------------------------------> HalfOpen
 *     ^                ^       closing has become impossible          |
 *     |                +----------------------------------------------+
 *     |                     enough probes succeeded                   |
 *     +---------------------------------------------------------------+
 *      (by way of Recovering, where calls come back gradually)
 * </pre>
 *
 * <p>The present is one volatile reference to a {@link Period}. A transition replaces it, under the
 * lock. Whoever is admitted gets the period, or one of its probes, as a stamp; an outcome whose
 * stamp is no longer current changes nothing, except that a failure of the closed period that has
 * just opened is still counted.
 *
 * <p>All writes happen under the lock, no code of the user runs under it, and what changes nothing
 * does not take it, except to report all values of one moment.
 */
abstract class CircuitCore {
  final BreakerSettings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Period period;

  CircuitCore(BreakerSettings settings, long now) {
    this.settings = settings;
    this.period = newClosed(now, Tally.CLEAN);
  }

  final Period period() {
    return period;
  }

  /** Whether a call would be admitted at a moment, as far as can be seen without the lock. */
  static boolean admits(Period period, long now) {
    if (period instanceof Open open) {
      return open.isOver(now);
    }
    if (period instanceof Recovering recovering) {
      return recovering.admits(now);
    }
    return !(period instanceof HalfOpen halfOpen) || halfOpen.probes.admits(now);
  }

  /** Asks for admission. */
  final Acquisition tryAcquire(long now) {
    lock.lock();
    try {
      Transition entered = enterHalfOpenIfOver(now);
      Admission admission = period;
      if (period instanceof HalfOpen halfOpen) {
        long leaseEnd = now + settings.leaseNanos(halfOpen.openNanos);
        admission = halfOpen.probes.admit(halfOpen, now, leaseEnd);
      } else if (period instanceof Open) {
        admission = null;
      } else if (period instanceof Recovering recovering) {
        admission = admitShare(recovering, now);
      }
      return new Acquisition(admission, entered);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The answer to a request for admission.
   *
   * @param admission the admission, or {@code null} when the call is refused
   * @param entered the transition to half-open that the request caused, or {@code null}
   */
  record Acquisition(@Nullable Admission admission, @Nullable Transition entered) {}

  private @Nullable Transition enterHalfOpenIfOver(long now) {
    if (period instanceof Open open && open.isOver(now)) {
      return become(
          new HalfOpen(now, open.tally, settings.probes, open.opening, open.openNanos), now, null);
    }
    return null;
  }

  private @Nullable Admission admitShare(Recovering recovering, long now) {
    if (recovering.share(now) >= 1) {
      period = recovering.closed;
      return recovering.closed;
    }
    return recovering.admit(now) ? recovering.closed : null;
  }

  /**
   * Records how an admitted call ended.
   *
   * @return false when the outcome opens the breaker and {@code recording} does not say for how
   *     long; nothing has been recorded then, and the same recording is to be offered again with
   *     the open time for {@code recording.opening}
   */
  final boolean record(Admission admission, Recording recording) {
    lock.lock();
    try {
      recording.opening = 0;
      boolean recorded =
          admission instanceof Probe probe
              ? recordProbe(probe, recording)
              : recordCall(admission, recording);
      recording.stateAfter = period.state();
      recording.failuresAfter = failures();
      return recorded;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Records the end of a call that was not slow, where it causes no transition and nobody is to be
   * told about it.
   *
   * @param at the wall-clock time; {@code null} for a success
   * @param now the clock reading; unused where no window of time counts
   * @return false when it is not such an end; nothing has been recorded then
   */
  final boolean recordQuietly(
      Closed admission,
      boolean failed,
      @Nullable Throwable failure,
      @Nullable Instant at,
      long now) {
    lock.lock();
    try {
      return countQuietly(admission, failed, failure, at, now);
    } finally {
      lock.unlock();
    }
  }

  private boolean countQuietly(
      Closed admission,
      boolean failed,
      @Nullable Throwable failure,
      @Nullable Instant at,
      long now) {
    if (failed && period != admission) {
      return false;
    }
    if (closedOf(period) != admission) {
      return true;
    }
    OutcomeWindow window = admission.window();
    if (window == null) {
      Tally next = failed ? admission.tally.plus(failure, at) : admission.tally.withFailures(0);
      if (next.failures() >= settings.failureThreshold) {
        return false;
      }
      admission.tally = next;
      return true;
    }
    long totals = window.totalsAfter(failed, now);
    if (mayTrip(window, totals, failed)) {
      return false;
    }
    window.record(failed, false, now);
    if (failed) {
      admission.tally = admission.tally.plus(failure, at);
    }
    return true;
  }

  /** A success raises no rate; it can trip only by the number of calls, which others change too. */
  private boolean mayTrip(OutcomeWindow window, long totals, boolean failed) {
    boolean decides = failed || OutcomeWindow.calls(totals) != OutcomeWindow.calls(window.totals());
    return decides && settings.trips(totals);
  }

  /**
   * Records an outcome of a call that asked for no admission, as if the present had admitted it.
   */
  final boolean recordUnasked(Recording recording) {
    lock.lock();
    try {
      Transition entered = enterHalfOpenIfOver(recording.now);
      recording.entered = entered == null ? recording.entered : entered;
      Period present = period;
      Closed closed = closedOf(present);
      boolean recorded = true;
      recording.opening = 0;
      if (present instanceof HalfOpen halfOpen) {
        recorded = judge(halfOpen, recording);
      } else if (closed != null) {
        recorded = recordCall(closed, recording);
      } else if (present instanceof Open && recording.verdict == Verdict.FAILURE) {
        present.tally = present.tally.plus(recording.failure, recording.at);
      }
      recording.stateAfter = period.state();
      recording.failuresAfter = failures();
      return recorded;
    } finally {
      lock.unlock();
    }
  }

  private boolean recordCall(Admission admission, Recording recording) {
    Period present = period;
    Closed closed = closedOf(present);
    if (closed != null && closed == admission) {
      if (present instanceof Recovering recovering
          && recording.verdict == Verdict.FAILURE
          && !recording.counted) {
        recovering.halve(recording.now);
      }
      OutcomeWindow window = closed.window();
      return window == null ? count(closed, recording) : count(closed, window, recording);
    }
    if (!recording.counted
        && recording.verdict == Verdict.FAILURE
        && present instanceof Open open
        && open.before == admission) {
      open.tally = open.tally.plus(recording.failure, recording.at);
    }
    return true;
  }

  static @Nullable Closed closedOf(Period period) {
    if (period instanceof Recovering recovering) {
      return recovering.closed;
    }
    return period instanceof Closed closed ? closed : null;
  }

  private boolean count(Closed closed, Recording recording) {
    switch (recording.verdict) {
      case SUCCESS -> closed.tally = closed.tally.withFailures(0);
      case FAILURE -> {
        Tally more = closed.tally.plus(recording.failure, recording.at);
        if (more.failures() >= settings.failureThreshold) {
          return open(closed, more, recording);
        }
        closed.tally = more;
      }
      case NEUTRAL -> {}
    }
    return true;
  }

  private boolean count(Closed closed, OutcomeWindow window, Recording recording) {
    if (recording.verdict == Verdict.NEUTRAL) {
      return true;
    }
    boolean failed = recording.verdict == Verdict.FAILURE;
    if (!recording.counted) {
      recording.counted = true;
      window.record(failed, recording.slow, recording.now);
      if (failed) {
        closed.tally = closed.tally.plus(recording.failure, recording.at);
      }
    }
    long totals = window.totals();
    if (!settings.trips(totals)) {
      return true;
    }
    return open(closed, closed.tally.withFailures(OutcomeWindow.failures(totals)), recording);
  }

  private boolean recordProbe(Probe probe, Recording recording) {
    if (period != probe.period || !probe.onItsWay) {
      return true;
    }
    if (recording.verdict == Verdict.NEUTRAL) {
      probe.period.probes.giveBack(probe);
      return true;
    }
    if (!judge(probe.period, recording)) {
      return false;
    }
    probe.period.probes.remove(probe);
    return true;
  }

  /** Counts the vote of a probe and closes or opens the breaker when that decides. */
  private boolean judge(HalfOpen halfOpen, Recording recording) {
    boolean failed = recording.verdict == Verdict.FAILURE || recording.slow;
    if (!failed) {
      if (recording.verdict == Verdict.SUCCESS
          && halfOpen.successes + 1 >= settings.successThreshold) {
        recording.transition =
            become(
                recovered(newClosed(recording.now, halfOpen.tally.withFailures(0))),
                recording.now,
                null);
        return true;
      }
      halfOpen.successes += recording.verdict == Verdict.SUCCESS ? 1 : 0;
      return true;
    }
    Tally more = halfOpen.tally.plus(recording.failure, recording.at);
    if (halfOpen.failures + 1 > settings.probes - settings.successThreshold) {
      return open(halfOpen, more, recording);
    }
    halfOpen.failures++;
    halfOpen.tally = more;
    return true;
  }

  private boolean open(Period from, Tally tally, Recording recording) {
    int opening = from instanceof HalfOpen halfOpen ? halfOpen.opening + 1 : 1;
    if (recording.openNanos == Recording.NOT_KNOWN) {
      recording.opening = opening;
      return false;
    }
    Closed before = from instanceof Closed closed ? closed : null;
    Open open = new Open(recording.now, tally, recording.openNanos, opening, false, before);
    recording.transition = become(open, recording.now, recording.failure);
    return true;
  }

  /** Goes to a state by order. */
  final @Nullable Transition order(Order order, long now) {
    lock.lock();
    try {
      Tally tally = period.tally().withFailures(failuresAt(now));
      return switch (order) {
        case RESET -> become(newClosed(now, Tally.CLEAN), now, null);
        case FORCE_OPEN ->
            become(new Open(now, tally, Long.MAX_VALUE / 2, openings() + 1, true, null), now, null);
        case DISABLE -> become(new Disabled(now, tally), now, null);
        case FORCE_HALF_OPEN -> {
          int opening = Math.max(1, openings());
          long openNanos =
              period instanceof Open open && !open.forced
                  ? open.openNanos
                  : settings.firstOpenNanos;
          yield become(new HalfOpen(now, tally, settings.probes, opening, openNanos), now, null);
        }
      };
    } finally {
      lock.unlock();
    }
  }

  /** What a person can order. */
  enum Order {
    RESET,
    FORCE_OPEN,
    FORCE_HALF_OPEN,
    DISABLE
  }

  private int openings() {
    if (period instanceof Open open) {
      return open.opening;
    }
    return period instanceof HalfOpen halfOpen ? halfOpen.opening : 0;
  }

  private @Nullable Transition become(Period next, long now, @Nullable Throwable failure) {
    Period from = period;
    period = next;
    return from.state() == next.state()
        ? null
        : new Transition(from, next, next.tally().failures(), now, failure);
  }

  private Period recovered(Closed closed) {
    return settings.recoversGradually()
        ? new Recovering(closed, settings.recoveryShare, settings.recoveryNanos)
        : closed;
  }

  private Closed newClosed(long now, Tally tally) {
    OutcomeWindow window = OutcomeWindow.of(settings.config.window(), now);
    return window == null ? new Closed(now, tally) : new Windowed(now, tally, window);
  }

  private int failures() {
    Period present = period;
    return closedOf(present) instanceof Windowed windowed
        ? OutcomeWindow.failures(windowed.window.totals())
        : present.tally().failures();
  }

  private int failuresAt(long now) {
    return closedOf(period) instanceof Windowed windowed
        ? OutcomeWindow.failures(windowed.window.totalsAt(now))
        : failures();
  }

  /**
   * All there is to say about a moment; under the lock, so that it is one moment for all values.
   */
  final CircuitBreakerSnapshot report(long now) {
    lock.lock();
    try {
      return BreakerReport.of(settings, period, now);
    } finally {
      lock.unlock();
    }
  }

  /** The state at a moment: half-open as soon as the open time is over. */
  static CircuitState stateOf(Period period, long now) {
    return period instanceof Open open && open.isOver(now)
        ? CircuitState.HALF_OPEN
        : period.state();
  }
}
