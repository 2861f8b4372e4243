package io.firmitas.impl.breaker;

/**
 * The last calls: a ring of two bits for each, and running totals. The words of both rings lie side
 * by side in one array: failed calls at even places, slow ones at odd.
 */
final class CallWindow extends OutcomeWindow {
  private final int size;
  private final long[] words;
  private int next;

  CallWindow(int size) {
    this.size = size;
    this.words = new long[(size + 63) / 64 * 2];
  }

  @Override
  void record(boolean isFailed, boolean isSlow, long now) {
    long totals = totals();
    if (calls(totals) == size) {
      totals -= oldest();
    }
    int failed = next >>> 6 << 1;
    int slow = failed + 1;
    long bit = 1L << next;
    words[failed] = isFailed ? words[failed] | bit : words[failed] & ~bit;
    words[slow] = isSlow ? words[slow] | bit : words[slow] & ~bit;
    next = next + 1 == size ? 0 : next + 1;
    setTotals(totals + one(isFailed, isSlow));
  }

  /** The outcome that the next one replaces, once the window is full. */
  private long oldest() {
    int failed = next >>> 6 << 1;
    long bit = 1L << next;
    return one((words[failed] & bit) != 0, (words[failed + 1] & bit) != 0);
  }

  /** A full window without failures and slow calls: its totals are its size, its bits are zero. */
  @Override
  boolean holdsOnlySuccesses() {
    return totals() == size;
  }

  @Override
  long totalsAfter(boolean failed, long now) {
    long totals = totals();
    long left = calls(totals) == size ? oldest() : 0;
    return totals - left + one(failed, false);
  }

  @Override
  long totalsAt(long now) {
    return totals();
  }
}
