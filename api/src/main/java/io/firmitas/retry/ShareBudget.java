package io.firmitas.retry;

import java.util.concurrent.locks.ReentrantLock;

/** The share of calls on their way. */
final class ShareBudget implements RetryBudget {
  private final ReentrantLock lock = new ReentrantLock();
  private static final long ONE = 1_000_000_000L;

  /** In billionths, as the minimum is: 0.29 of 100 calls are 29, not a hair less. */
  private final long share;

  private final long minimum;
  private int onTheirWay;
  private int retrying;

  ShareBudget(double share, int minimum) {
    this.share = Math.round(share * ONE);
    this.minimum = minimum * ONE;
  }

  @Override
  public void callStarted() {
    lock.lock();
    try {
      onTheirWay++;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean tryRetry(boolean first) {
    lock.lock();
    try {
      if (!first) {
        return true;
      }
      boolean granted = (retrying + 1) * ONE <= Math.max(minimum, share * onTheirWay);
      retrying += granted ? 1 : 0;
      return granted;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void callEnded(boolean succeeded, boolean retried) {
    lock.lock();
    try {
      onTheirWay--;
      retrying -= retried ? 1 : 0;
    } finally {
      lock.unlock();
    }
  }
}
