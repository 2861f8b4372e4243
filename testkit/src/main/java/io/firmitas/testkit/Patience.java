package io.firmitas.testkit;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** Waits in real time, but never for ever. */
final class Patience {
  static final Duration LIMIT = Duration.ofSeconds(10);

  private Patience() {}

  /** The other {@code await} with {@link #LIMIT}. */
  static boolean await(Condition changed, BooleanSupplier reached) throws InterruptedException {
    return await(LIMIT, changed, reached);
  }

  /**
   * Waits until something has come true.
   *
   * @param limit how long to wait at most
   * @param changed signalled whenever it may have come true; its lock is held by the current thread
   * @param reached tells whether it is true
   * @return false when the limit has passed
   * @throws InterruptedException when the thread is interrupted before or while it waits
   */
  static boolean await(Duration limit, Condition changed, BooleanSupplier reached)
      throws InterruptedException {
    long left = limit.toNanos();
    while (!reached.getAsBoolean()) {
      if (left <= 0) {
        return false;
      }
      left = changed.awaitNanos(left);
    }
    return true;
  }

  static AssertionError exhausted(String complaint) {
    return new AssertionError(complaint + " within " + LIMIT.toSeconds() + " s of real time");
  }

  /** Restores the interrupt and makes the error that ends a test's own wait. */
  static AssertionError interrupted(String what) {
    Thread.currentThread().interrupt();
    return new AssertionError("interrupted while waiting " + what);
  }
}
