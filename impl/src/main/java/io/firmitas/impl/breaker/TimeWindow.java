package io.firmitas.impl.breaker;

/**
 * The calls of the last time, in ten slices. A slice is known by its number since the window began;
 * the slot that it used is cleared when a later slice takes it, however long nothing happened in
 * between.
 */
final class TimeWindow extends OutcomeWindow {
  private static final int SLICES = 10;

  private final long start;
  private final long duration;
  private final long[] sliceTotals = new long[SLICES];

  /**
   * The number of the slice that was last written to; all slices up to nine before it are in the
   * totals.
   */
  private long current;

  TimeWindow(long durationNanos, long now) {
    this.start = now;
    this.duration = durationNanos;
  }

  @Override
  void record(boolean failed, boolean slow, long now) {
    // Callers read the clock before they queue for the lock; an older reading belongs to the
    // present slice.
    long slice = Math.max(sliceOf(now), current);
    long totals = advance(slice);
    if (!isFull(totals)) {
      sliceTotals[(int) (slice % SLICES)] += one(failed, slow);
      totals += one(failed, slow);
    }
    setTotals(totals);
  }

  @Override
  long totalsAfter(boolean failed, long now) {
    long totals = totalsAt(now);
    return isFull(totals) ? totals : totals + one(failed, false);
  }

  private long advance(long slice) {
    long totals = totals();
    long passed = slice - current;
    if (passed >= SLICES) {
      java.util.Arrays.fill(sliceTotals, 0);
      totals = 0;
    } else {
      for (long entered = current + 1; entered <= slice; entered++) {
        int slot = (int) (entered % SLICES);
        totals -= sliceTotals[slot];
        sliceTotals[slot] = 0;
      }
    }
    current = slice;
    return totals;
  }

  /** Tenths of the duration since the start, exact even when it cannot be divided by ten. */
  private long sliceOf(long now) {
    long passed = now - start;
    return passed / duration * SLICES + tenthsOf(passed % duration);
  }

  private long tenthsOf(long part) {
    if (part <= Long.MAX_VALUE / SLICES) {
      return part * SLICES / duration;
    }
    // The product would overflow; the duration is so long that the estimate is at most one too
    // high.
    long tenths = Math.min(SLICES - 1, part / (duration / SLICES));
    long begin =
        tenths * (duration / SLICES) + (tenths * (duration % SLICES) + SLICES - 1) / SLICES;
    return part < begin ? tenths - 1 : tenths;
  }

  @Override
  long totalsAt(long now) {
    long slice = sliceOf(now);
    long written = current;
    long passed = slice - written;
    if (passed <= 0) {
      return totals();
    }
    if (passed >= SLICES) {
      return 0;
    }
    long totals = totals();
    for (long entered = written + 1; entered <= slice; entered++) {
      totals -= sliceTotals[(int) (entered % SLICES)];
    }
    return totals;
  }
}
