package io.firmitas.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/** What was asked of a virtual runtime. Thread-safe; its lock is a leaf. */
final class Facts {
  final LongAdder clockReads = new LongAdder();
  final LongAdder wallClockReads = new LongAdder();
  final LongAdder randomReads = new LongAdder();
  final LongAdder timersFired = new LongAdder();
  final LongAdder tasksRun = new LongAdder();

  private final ReentrantLock lock = new ReentrantLock();
  private final List<Duration> sleeps = new ArrayList<>();
  private final List<Duration> scheduledDelays = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();

  void slept(long nanos) {
    add(sleeps, Duration.ofNanos(nanos));
  }

  void scheduled(long delayNanos) {
    add(scheduledDelays, Duration.ofNanos(delayNanos));
  }

  /** Runs foreign code, which must not break the runtime: what it throws is kept for the test. */
  void guard(Runnable foreign) {
    try {
      foreign.run();
    } catch (Throwable failure) {
      add(failures, failure);
    }
  }

  List<Duration> sleeps() {
    return copy(sleeps);
  }

  List<Duration> scheduledDelays() {
    return copy(scheduledDelays);
  }

  List<Throwable> failures() {
    return copy(failures);
  }

  List<Throwable> takeFailures() {
    lock.lock();
    try {
      List<Throwable> taken = List.copyOf(failures);
      failures.clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  void clear() {
    lock.lock();
    try {
      sleeps.clear();
      scheduledDelays.clear();
      failures.clear();
      clockReads.reset();
      wallClockReads.reset();
      randomReads.reset();
      timersFired.reset();
      tasksRun.reset();
    } finally {
      lock.unlock();
    }
  }

  private <T> void add(List<T> list, T fact) {
    lock.lock();
    try {
      list.add(fact);
    } finally {
      lock.unlock();
    }
  }

  private <T> List<T> copy(List<T> list) {
    lock.lock();
    try {
      return List.copyOf(list);
    } finally {
      lock.unlock();
    }
  }
}
