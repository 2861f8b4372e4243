package io.firmitas.testkit;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs each task on a thread of its own, virtual where the JDK has them, else a daemon.
 *
 * <p>Thread-safe; no foreign code runs under the lock.
 */
final class TaskThreads {
  private static final Executor STARTER = starter();
  private static final AtomicInteger STARTED = new AtomicInteger();

  private final Facts facts;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Thread> running = new HashSet<>();
  private int pending;
  private boolean closed;

  TaskThreads(Facts facts) {
    this.facts = facts;
  }

  void start(Runnable task) {
    lock.lock();
    try {
      if (closed) {
        throw new RejectedExecutionException("The virtual runtime is closed");
      }
      pending++;
    } finally {
      lock.unlock();
    }
    STARTER.execute(() -> run(task));
  }

  private void run(Runnable task) {
    enter();
    try {
      facts.guard(task);
    } finally {
      leave();
    }
  }

  private void enter() {
    lock.lock();
    try {
      running.add(Thread.currentThread());
      if (closed) { // close() came between start and here and has not seen this thread
        Thread.currentThread().interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    facts.tasksRun.increment();
    lock.lock();
    try {
      running.remove(Thread.currentThread());
      pending--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  int pending() {
    lock.lock();
    try {
      return pending;
    } finally {
      lock.unlock();
    }
  }

  boolean awaitEnd(Duration realTime) {
    lock.lock();
    try {
      return Patience.await(realTime, changed, () -> pending == 0);
    } catch (InterruptedException interrupted) {
      throw Patience.interrupted("for tasks to end");
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      running.forEach(Thread::interrupt);
    } finally {
      lock.unlock();
    }
  }

  /** Virtual threads are asked for by name because the baseline, Java 17, has none. */
  private static Executor starter() {
    try {
      return (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException noVirtualThreads) {
      return TaskThreads::startDaemon;
    }
  }

  private static void startDaemon(Runnable task) {
    Thread thread = new Thread(task, "firmitas-testkit-" + STARTED.incrementAndGet());
    thread.setDaemon(true);
    thread.start();
  }
}
