package io.firmitas.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that really block until the virtual clock has passed their wake-up time.
 *
 * <p>The wake-up time is computed and the sleeper entered under the lock, and sleepers are woken
 * under the same lock after the clock has moved; so a sleeper either sees the new time or is woken
 * for it. Lock order: this lock, then the timeline's.
 */
final class Sleepers {
  private final Timeline timeline;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Sleeper> asleep = new ArrayList<>();

  Sleepers(Timeline timeline) {
    this.timeline = timeline;
  }

  void sleep(Duration time) throws InterruptedException {
    lock.lock();
    try {
      Sleeper sleeper = new Sleeper(timeline.after(time));
      asleep.add(sleeper);
      changed.signalAll();
      try {
        while (asleep.contains(sleeper)) {
          changed.await();
        }
      } finally {
        asleep.remove(sleeper);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    // A timer may have interrupted this thread at the very moment at which it was woken.
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted at the end of the virtual sleep");
    }
  }

  /** Wakes the threads whose time has come before a moment, or at it when {@code inclusive}. */
  void wake(Duration moment, boolean inclusive) {
    lock.lock();
    try {
      asleep.removeIf(sleeper -> sleeper.wakeUp.compareTo(moment) < (inclusive ? 1 : 0));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  int count() {
    lock.lock();
    try {
      return asleep.size();
    } finally {
      lock.unlock();
    }
  }

  void await(int count) {
    lock.lock();
    try {
      if (!Patience.await(changed, () -> asleep.size() >= count)) {
        throw Patience.exhausted(
            "expected " + count + " sleeping threads but there were " + asleep.size());
      }
    } catch (InterruptedException interrupted) {
      throw Patience.interrupted("for sleeping threads");
    } finally {
      lock.unlock();
    }
  }

  /** One sleeping thread; compared by identity. */
  private static final class Sleeper {
    final Duration wakeUp;

    Sleeper(Duration wakeUp) {
      this.wakeUp = wakeUp;
    }
  }
}
