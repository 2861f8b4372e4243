package io.firmitas.impl.breaker;

/** The last calls: a ring of two bits for each, and running totals. */
final class CallWindow extends OutcomeWindow {
  private final int size;
  private final long[] failed;
  private final long[] slow;
  private int next;

  CallWindow(int size) {
    this.size = size;
    this.failed = new long[(size + 63) / 64];
    this.slow = new long[(size + 63) / 64];
  }

  @Override
  void record(boolean isFailed, boolean isSlow, long now) {
    long totals = totals();
    int word = next >>> 6;
    long bit = 1L << next;
    if (calls(totals) == size) {
      totals -= one((failed[word] & bit) != 0, (slow[word] & bit) != 0);
    }
    failed[word] = isFailed ? failed[word] | bit : failed[word] & ~bit;
    slow[word] = isSlow ? slow[word] | bit : slow[word] & ~bit;
    next = next + 1 == size ? 0 : next + 1;
    setTotals(totals + one(isFailed, isSlow));
  }

  @Override
  long totalsAt(long now) {
    return totals();
  }
}
