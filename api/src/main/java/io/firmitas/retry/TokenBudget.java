package io.firmitas.retry;

import java.util.concurrent.locks.ReentrantLock;

/** The token bucket, in billionths of a token so that a tenth is a tenth. */
final class TokenBudget implements RetryBudget {
  private static final long TOKEN = 1_000_000_000L;

  private final ReentrantLock lock = new ReentrantLock();
  private final long capacity;
  private final long perSuccess;

  /** Written under the lock; read without it to see that a full bucket needs no success. */
  private volatile long tokens;

  TokenBudget(int capacity, double tokensPerSuccess) {
    this.capacity = capacity * TOKEN;
    this.perSuccess = Math.round(tokensPerSuccess * TOKEN);
    this.tokens = this.capacity;
  }

  @Override
  public void callStarted() {}

  @Override
  public boolean tryRetry(boolean first) {
    lock.lock();
    try {
      long left = tokens - TOKEN;
      if (left < 0) {
        return false;
      }
      tokens = left;
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void reset() {
    lock.lock();
    try {
      tokens = capacity;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void callEnded(boolean succeeded, boolean retried) {
    if (!succeeded || tokens == capacity) {
      return;
    }
    lock.lock();
    try {
      tokens = Math.min(capacity, tokens + perSuccess);
    } finally {
      lock.unlock();
    }
  }
}
