package io.firmitas.impl.runtime;

import io.firmitas.PolicyRuntime.Timer;
import io.firmitas.ScheduledTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks when they are due, on one daemon thread. The thread starts with the first task and
 * ends when there has been none for a while, or on {@link #close()}. All state is guarded by the
 * lock; tasks run outside it.
 */
final class TimerThread {
  private static final System.Logger LOGGER = System.getLogger("io.firmitas");

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final TimerWheel wheel = new TimerWheel();
  private final long origin = System.nanoTime();
  private final ThreadFactory factory;
  private final long idleNanos;
  private @Nullable Thread thread;

  /** The tick for which the thread waits; schedules before it wake the thread. */
  private long wakeTick = Long.MAX_VALUE;

  private boolean closed;

  /**
   * Makes timers.
   *
   * @param factory makes the thread
   * @param idleNanos after how long without a task the thread ends, in nanoseconds
   */
  TimerThread(ThreadFactory factory, long idleNanos) {
    this.factory = factory;
    this.idleNanos = idleNanos;
  }

  Timer schedule(long delayNanos, ScheduledTask task) {
    long due =
        Math.max(0, System.nanoTime() - origin)
            + Math.min(Math.max(0, delayNanos), Long.MAX_VALUE / 2);
    ScheduledNode node = new ScheduledNode(this, (due >>> TimerWheel.TICK_BITS) + 1, task);
    lock.lock();
    try {
      if (closed) {
        throw new RejectedExecutionException("The runtime is closed; no task can be scheduled");
      }
      if (thread == null) {
        Thread created = factory.newThread(this::run);
        created.start();
        thread = created;
      }
      wheel.add(node);
      if (node.tick < wakeTick) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
    return node;
  }

  private boolean cancel(TimerWheel.Node node) {
    lock.lock();
    try {
      node.task = null;
      return wheel.remove(node);
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    ScheduledTask task = nextTask();
    while (task != null) {
      try {
        task.run();
      } catch (Throwable failure) {
        log("A scheduled task threw", failure);
      }
      task = nextTask();
    }
  }

  /** The log may be code of the user too, and must not end the thread. */
  private static void log(String text, Throwable failure) {
    try {
      LOGGER.log(System.Logger.Level.ERROR, text, failure);
    } catch (Throwable loggerFailure) {
      return;
    }
  }

  /** Waits for the next task that is due; {@code null} when the thread is to end. */
  private @Nullable ScheduledTask nextTask() {
    lock.lock();
    try {
      while (!closed) {
        TimerWheel.Node due = wheel.pollDue((System.nanoTime() - origin) >>> TimerWheel.TICK_BITS);
        if (due != null) {
          return due.task;
        }
        if (!waitForWork()) {
          break;
        }
      }
      thread = null;
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** False when nothing came for so long that the thread may end. */
  @SuppressWarnings("WaitNotInLoop") // nextTask() is the loop
  private boolean waitForWork() {
    wakeTick = wheel.nextTick();
    // Never much longer, since the task waited for may be cancelled, which does not wake the
    // thread.
    long wait =
        wakeTick == Long.MAX_VALUE
            ? idleNanos
            : Math.min(
                idleNanos, (wakeTick << TimerWheel.TICK_BITS) - (System.nanoTime() - origin));
    long left = wait;
    try {
      left = changed.awaitNanos(Math.max(0, wait));
    } catch (InterruptedException ignored) {
      // Nobody but close() has a reason to wake this thread, and it signals; a stray interrupt must
      // not end it.
    }
    boolean idle = wheel.size() == 0 && left <= 0;
    wakeTick = 0;
    return !idle;
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    RejectedExecutionException reason =
        new RejectedExecutionException("The runtime was closed before the task was due");
    for (ScheduledTask task = takeAny(); task != null; task = takeAny()) {
      try {
        task.abandoned(reason);
      } catch (Throwable failure) {
        log("An abandoned task threw", failure);
      }
    }
  }

  private @Nullable ScheduledTask takeAny() {
    lock.lock();
    try {
      TimerWheel.Node node = wheel.pollAny();
      return node == null ? null : node.task;
    } finally {
      lock.unlock();
    }
  }

  private static final class ScheduledNode extends TimerWheel.Node implements Timer {
    private final TimerThread owner;

    ScheduledNode(TimerThread owner, long tick, ScheduledTask task) {
      super(tick, task);
      this.owner = owner;
    }

    @Override
    public boolean cancel() {
      return owner.cancel(this);
    }
  }
}
