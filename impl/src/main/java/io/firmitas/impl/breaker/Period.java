package io.firmitas.impl.breaker;

import io.firmitas.event.CircuitState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time a breaker spends in one state without leaving it. Every transition makes a new object,
 * so comparing references tells whether an outcome belongs to the present: names of states would
 * not, since they come back.
 *
 * <p>Fields that change are volatile, written under the breaker's lock and read without.
 */
abstract sealed class Period extends Admission {
  /** The clock reading at which the period began. */
  final long since;

  /** The failures on record. */
  volatile Tally tally;

  Period(long since, Tally tally) {
    this.since = since;
    this.tally = tally;
  }

  abstract CircuitState state();

  /** The failures on record. */
  Tally tally() {
    return tally;
  }

  /** All calls pass; their outcomes are counted in the tally. */
  static sealed class Closed extends Period permits Windowed {
    Closed(long since, Tally tally) {
      super(since, tally);
    }

    /** The window that counts the outcomes; {@code null} when the tally does. */
    @Nullable OutcomeWindow window() {
      return null;
    }

    @Override
    final CircuitState state() {
      return CircuitState.CLOSED;
    }
  }

  /**
   * All calls pass; their outcomes are counted in a window. A class of its own, so that other
   * breakers do not pay for it.
   */
  static final class Windowed extends Closed {
    final OutcomeWindow window;

    Windowed(long since, Tally tally, OutcomeWindow window) {
      super(since, tally);
      this.window = window;
    }

    @Override
    OutcomeWindow window() {
      return window;
    }
  }

  /**
   * A closed period whose calls come back gradually. The closed period inside counts their outcomes
   * and is their stamp, so that nothing changes for them when all calls pass again and it takes the
   * place of this one.
   */
  static final class Recovering extends Period {
    private static final long ONE = 1_000_000_000L;

    final Closed closed;
    private final double firstShare;
    private final long rampNanos;

    /** When the ramp began, or would have begun to give the present share; a failure moves it. */
    private volatile long rampStart;

    /**
     * What has been saved up towards the next admission, in billionths: a call is worth its share,
     * an admission costs one.
     */
    private volatile long credit;

    Recovering(Closed closed, double firstShare, long rampNanos) {
      super(closed.since, closed.tally);
      this.closed = closed;
      this.firstShare = firstShare;
      this.rampNanos = rampNanos;
      this.rampStart = closed.since;
      this.credit = ONE - Math.round(firstShare * ONE);
    }

    double share(long now) {
      double progress = (now - rampStart) / (double) rampNanos;
      return Math.min(1, firstShare + (1 - firstShare) * Math.max(0, progress));
    }

    /** Whether a call would pass now. */
    boolean admits(long now) {
      return saved(now) >= ONE;
    }

    /** Lets a call pass or not; under the lock. */
    boolean admit(long now) {
      long saved = saved(now);
      boolean passes = saved >= ONE;
      credit = passes ? saved - ONE : saved;
      return passes;
    }

    private long saved(long now) {
      return credit + Math.round(share(now) * ONE);
    }

    /** Halves the share after a failure; under the lock. */
    void halve(long now) {
      double share = Math.max(firstShare, share(now) / 2);
      rampStart = now - Math.round((share - firstShare) / (1 - firstShare) * rampNanos);
    }

    @Override
    Tally tally() {
      return closed.tally;
    }

    @Override
    CircuitState state() {
      return CircuitState.CLOSED;
    }
  }

  /** All calls pass and nothing is counted, by order. */
  static final class Disabled extends Period {
    Disabled(long since, Tally tally) {
      super(since, tally);
    }

    @Override
    CircuitState state() {
      return CircuitState.CLOSED;
    }
  }

  /** No call passes until the open time is over; for ever when {@code forced}. */
  static final class Open extends Period {
    final long openNanos;
    final int opening;
    final boolean forced;

    /**
     * The closed period that this one ended; its late failures still count, without any other
     * effect.
     */
    final @Nullable Closed before;

    Open(
        long since,
        Tally tally,
        long openNanos,
        int opening,
        boolean forced,
        @Nullable Closed before) {
      super(since, tally);
      this.openNanos = openNanos;
      this.opening = opening;
      this.forced = forced;
      this.before = before;
    }

    boolean isOver(long now) {
      return !forced && now - since >= openNanos;
    }

    /** How long no call passes, as people are told. */
    Duration openTime() {
      return Duration.ofNanos(forced ? Long.MAX_VALUE : openNanos);
    }

    /** A reading taken before the opening counts as one at the opening. */
    long remaining(long now) {
      return forced ? Long.MAX_VALUE : Math.max(0, openNanos - Math.max(0, now - since));
    }

    @Override
    CircuitState state() {
      return CircuitState.OPEN;
    }
  }

  /** A limited number of probes pass; they decide. */
  static final class HalfOpen extends Period {
    final int opening;
    final long openNanos;

    final ProbeQueue probes;

    /** How many probes succeeded and failed; under the lock. */
    int successes;

    int failures;

    HalfOpen(long since, Tally tally, int probes, int opening, long openNanos) {
      super(since, tally);
      this.probes = new ProbeQueue(probes);
      this.opening = opening;
      this.openNanos = openNanos;
    }

    @Override
    CircuitState state() {
      return CircuitState.HALF_OPEN;
    }
  }
}
