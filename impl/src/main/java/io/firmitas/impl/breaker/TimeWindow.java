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
    long totals = totalsIn(slice);
    for (long entered = firstEntered(slice); entered <= slice; entered++) {
      sliceTotals[slot(entered)] = 0;
    }
    current = slice;
    if (!isFull(totals)) {
      sliceTotals[slot(slice)] += one(failed, slow);
      totals += one(failed, slow);
    }
    setTotals(totals);
  }

  @Override
  long totalsAfter(boolean failed, long now) {
    long totals = totalsAt(now);
    return isFull(totals) ? totals : totals + one(failed, false);
  }

  @Override
  long totalsAt(long now) {
    return totalsIn(sliceOf(now));
  }

  /** The totals as they are when a slice begins: without those whose slots it and others take. */
  private long totalsIn(long slice) {
    long totals = totals();
    for (long entered = firstEntered(slice); entered <= slice; entered++) {
      totals -= sliceTotals[slot(entered)];
    }
    return totals;
  }

  /** The first slice entered since the present one, of the ten up to a slice. */
  private long firstEntered(long slice) {
    return Math.max(current, slice - SLICES) + 1;
  }

  private static int slot(long slice) {
    return (int) (slice % SLICES);
  }

  /** Tenths of the duration since the start, exact even when it cannot be divided by ten. */
  private long sliceOf(long now) {
    long passed = now - start;
    return passed / duration * SLICES + tenthsOf(passed % duration);
  }

  /**
   * The product of the part and ten could overflow, so this is an estimate from above, corrected.
   */
  private long tenthsOf(long part) {
    long tenths = part / (duration / SLICES);
    while (part < beginOf(tenths)) {
      tenths--;
    }
    return tenths;
  }

  private long beginOf(long tenths) {
    return tenths * (duration / SLICES) + tenths * (duration % SLICES) / SLICES;
  }
}
