package io.firmitas.retry;

import java.util.concurrent.locks.ReentrantLock;

/** The share of calls on their way. */
final class ShareBudget implements RetryBudget {
  private final ReentrantLock lock = new ReentrantLock();
  private final double share;
  private final int minimum;
  private int onTheirWay;
  private int retrying;

  ShareBudget(double share, int minimum) {
    this.share = share;
    this.minimum = minimum;
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
      boolean granted = retrying + 1 <= Math.max(minimum, share * onTheirWay);
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
