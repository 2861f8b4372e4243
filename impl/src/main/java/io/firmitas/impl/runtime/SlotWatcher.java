package io.firmitas.impl.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Watches calls on platform threads without a timer for each: the calling thread writes its
 * deadline into a slot of its own, and takes it back at the end; one daemon thread looks at the
 * slots when the earliest deadline it knows has come.
 *
 * <pre>
 *   IDLE --begin--> deadline --end--> IDLE                              nothing happened
 *                   deadline --watchdog--> FIRING --> FIRED --end--> IDLE   end() waits for FIRED, then takes the interrupt back
 * </pre>
 *
 * <p>Whoever wins the compare-and-set on the deadline decides whether the call was in time. A call
 * begun with the same deadline as one before it in the same slot cannot be mistaken for it: its
 * time is up as well.
 *
 * <p>No deadline is missed: the caller writes its slot and then reads {@link #wakeAt}; the watchdog
 * writes {@code wakeAt} and then reads the slots. Both are volatile, so one of the two sees the
 * other. A caller whose deadline is earlier lowers {@code wakeAt} to it and wakes the watchdog,
 * which happens at most once in the length of a timeout.
 *
 * <p>Nested calls use further slots of the thread. A slot is a JDK object, so a thread that
 * outlives this library's class loader does not keep it alive.
 */
final class SlotWatcher implements CallWatcher {
  private static final long IDLE = 0;
  private static final long FIRING = 1;
  static final long FIRED = 2;
  static final long FIRED_OVER_ANOTHER = 3;
  private static final long LAST_MARK = FIRED_OVER_ANOTHER;
  private static final int NESTING = 4;
  private static final System.Logger LOGGER = System.getLogger("io.firmitas");

  private final CallWatcher scheduling;
  private final ThreadFactory factory;
  private final long idleNanos;
  private final ThreadLocal<AtomicLong[]> ownSlots = ThreadLocal.withInitial(this::register);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition earlier = lock.newCondition();
  private volatile long wakeAt;
  private volatile boolean watching;
  private boolean closed;

  /** Whether a call has needed the watchdog since it last looked for the end of its work. */
  private boolean needed;

  private List<ThreadSlots> threads = List.of();

  /**
   * Makes a watcher.
   *
   * @param scheduling watches what has no slot: virtual threads, and calls nested too deeply
   * @param factory makes the watchdog
   * @param idleNanos after how long without work the watchdog ends, in nanoseconds
   */
  SlotWatcher(CallWatcher scheduling, ThreadFactory factory, long idleNanos) {
    this.scheduling = scheduling;
    this.factory = factory;
    this.idleNanos = idleNanos;
  }

  /** The slots of a thread; the thread is held weakly. */
  private static final class ThreadSlots {
    final WeakReference<Thread> thread;
    final AtomicLong[] slots;

    ThreadSlots(Thread thread, AtomicLong[] slots) {
      this.thread = new WeakReference<>(thread);
      this.slots = slots;
    }
  }

  private AtomicLong[] register() {
    AtomicLong[] slots = new AtomicLong[NESTING];
    for (int level = 0; level < NESTING; level++) {
      slots[level] = new AtomicLong(IDLE);
    }
    lock.lock();
    try {
      List<ThreadSlots> alive = new ArrayList<>(threads);
      alive.removeIf(SlotWatcher::isDead);
      alive.add(new ThreadSlots(Thread.currentThread(), slots));
      threads = List.copyOf(alive);
    } finally {
      lock.unlock();
    }
    return slots;
  }

  private static boolean isDead(ThreadSlots slots) {
    Thread thread = slots.thread.get();
    return thread == null || !thread.isAlive();
  }

  @Override
  public Object begin(long start, long nanos) {
    if (WorkerThreads.isVirtual(Thread.currentThread())) {
      return scheduling.begin(start, nanos);
    }
    for (AtomicLong slot : ownSlots.get()) {
      if (slot.getPlain() == IDLE) {
        long deadline = start + nanos;
        // The few readings that are marks are postponed by a few nanoseconds.
        deadline = isMark(deadline) ? LAST_MARK + 1 : deadline;
        slot.set(deadline);
        if (!watching || isBefore(deadline, wakeAt)) {
          wake(slot, deadline);
        }
        return slot;
      }
    }
    return scheduling.begin(start, nanos);
  }

  private static boolean isMark(long value) {
    return value >= IDLE && value <= LAST_MARK;
  }

  /** Clock readings are compared by their difference, since the clock may pass the end. */
  private static boolean isBefore(long reading, long other) {
    return reading - other < 0;
  }

  private void wake(AtomicLong slot, long deadline) {
    lock.lock();
    try {
      if (closed) {
        slot.set(IDLE);
        throw new RejectedExecutionException("The runtime is closed; no call can be watched");
      }
      needed = true;
      if (!watching) {
        wakeAt = deadline;
        startWatchdog(slot);
        watching = true;
      } else if (isBefore(deadline, wakeAt)) {
        wakeAt = deadline;
        earlier.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void startWatchdog(AtomicLong slot) {
    try {
      factory.newThread(this::watch).start();
    } catch (Throwable noThread) {
      slot.set(IDLE);
      throw noThread;
    }
  }

  @Override
  public boolean end(Object token) {
    if (!(token instanceof AtomicLong slot)) {
      return scheduling.end(token);
    }
    long deadline = slot.getPlain();
    if (!isMark(deadline) && slot.compareAndSet(deadline, IDLE)) {
      return false;
    }
    while (slot.get() == FIRING) {
      Thread.onSpinWait();
    }
    if (slot.get() == FIRED) {
      Thread.interrupted();
    }
    slot.set(IDLE);
    return true;
  }

  // ---- the watchdog

  private void watch() {
    while (awaitWakeTime()) {
      long now = System.nanoTime();
      wakeAt = now + idleNanos;
      if (!lookAtSlots(now) && endsForLackOfWork()) {
        return;
      }
    }
  }

  /** Waits until {@link #wakeAt}; false when the runtime is closed. */
  private boolean awaitWakeTime() {
    lock.lock();
    try {
      for (long left = wakeAt - System.nanoTime();
          !closed && left > 0;
          left = wakeAt - System.nanoTime()) {
        awaitEarlier(left);
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // awaitWakeTime() is the loop
  private void awaitEarlier(long nanos) {
    try {
      earlier.awaitNanos(nanos);
    } catch (InterruptedException stray) {
      // Nobody has a reason to interrupt this thread; looking at the time once more does no harm.
    }
  }

  /**
   * Interrupts the calls whose time is up and finds the earliest deadline of the others; true when
   * there is any.
   */
  private boolean lookAtSlots(long now) {
    boolean active = false;
    for (ThreadSlots slots : threadsNow()) {
      for (AtomicLong slot : slots.slots) {
        long deadline = slot.get();
        if (isMark(deadline)) {
          continue;
        }
        active = true;
        if (isBefore(now, deadline)) {
          wakeBy(deadline);
        } else {
          fire(slots.thread.get(), slot, deadline);
        }
      }
    }
    return active;
  }

  private List<ThreadSlots> threadsNow() {
    lock.lock();
    try {
      return threads;
    } finally {
      lock.unlock();
    }
  }

  private static void fire(@Nullable Thread thread, AtomicLong slot, long deadline) {
    if (thread != null && slot.compareAndSet(deadline, FIRING)) {
      boolean interruptedBefore = thread.isInterrupted();
      try {
        thread.interrupt();
      } catch (Throwable overridden) {
        // A thread may override interrupt() and throw; the others are still to be watched.
        LOGGER.log(System.Logger.Level.ERROR, "A thread could not be interrupted", overridden);
      } finally {
        slot.set(interruptedBefore ? FIRED_OVER_ANOTHER : FIRED);
      }
    }
  }

  private void wakeBy(long deadline) {
    lock.lock();
    try {
      if (isBefore(deadline, wakeAt)) {
        wakeAt = deadline;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The thread ends when it was not needed for a while. A caller that sees it ending waits for the
   * lock, and starts another one; a caller that does not has written its slot before.
   */
  private boolean endsForLackOfWork() {
    lock.lock();
    try {
      // Callers look at this without the lock; it says no before the slots are looked at.
      watching = false;
      watching = !closed && (needed || lookAtSlots(System.nanoTime()));
      needed = false;
      return !watching;
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      watching = false;
      earlier.signal();
    } finally {
      lock.unlock();
    }
  }
}
