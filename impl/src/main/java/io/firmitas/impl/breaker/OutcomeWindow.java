package io.firmitas.impl.breaker;

import io.firmitas.breaker.Window;
import io.firmitas.internal.Durations;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes that a closed breaker looks at. Written under the breaker's lock; the totals are one
 * volatile word, so that they can be read together without it.
 */
abstract class OutcomeWindow {
  private static final int BITS = 21;
  private static final long MASK = (1L << BITS) - 1;

  /**
   * Calls, failures and slow calls, 21 bits each; a window of time stops counting at two million.
   */
  private volatile long totals;

  /**
   * Makes the window of a configuration; {@code null} for consecutive failures, which need none.
   */
  static @Nullable OutcomeWindow of(Window window, long now) {
    if (window instanceof Window.Calls calls) {
      return new CallWindow(calls.size());
    }
    if (window instanceof Window.Time time) {
      return new TimeWindow(Durations.toNanos(time.duration()), now);
    }
    return null;
  }

  /**
   * Whether one more success would leave everything as it is: it takes the place of a success, and
   * nothing else is in the window.
   */
  boolean holdsOnlySuccesses() {
    return false;
  }

  /** The totals with one more call that was not slow; under the lock. */
  abstract long totalsAfter(boolean failed, long now);

  /** Adds an outcome and drops the outcomes that have left the window. */
  abstract void record(boolean failed, boolean slow, long now);

  /**
   * The totals at a moment, without the outcomes that have left the window by then; under the lock.
   */
  abstract long totalsAt(long now);

  final long totals() {
    return totals;
  }

  final void setTotals(long newTotals) {
    totals = newTotals;
  }

  static long one(boolean failed, boolean slow) {
    return 1L | (failed ? 1L << BITS : 0) | (slow ? 1L << (2 * BITS) : 0);
  }

  static int calls(long totals) {
    return (int) (totals & MASK);
  }

  static int failures(long totals) {
    return (int) ((totals >>> BITS) & MASK);
  }

  static int slowCalls(long totals) {
    return (int) (totals >>> (2 * BITS));
  }

  static boolean isFull(long totals) {
    return calls(totals) == MASK;
  }
}
