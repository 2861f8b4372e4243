package io.firmitas.impl.runtime;

import io.firmitas.ScheduledTask;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Interrupts the thread that made it, at most once and never after {@link #end()}. The two sides
 * meet in one state word:
 *
 * <pre>
 *   WATCHING --fire--> FIRING --interrupted--> FIRED     end() waits for FIRED and takes the interrupt back
 *   WATCHING --end---> ENDED                             fire() does nothing any more
 * </pre>
 *
 * <p>An interrupt of somebody else that had arrived before ours stays.
 */
public final class InterruptGuard implements ScheduledTask {
  private static final int WATCHING = 0;
  private static final int FIRING = 1;
  private static final int FIRED = 2;
  private static final int ENDED = 3;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(InterruptGuard.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final Thread thread = Thread.currentThread();
  private volatile int state = WATCHING;

  /** Whether somebody else had interrupted the thread when we did; written before FIRED. */
  private boolean interruptedBefore;

  /** Watches the current thread. */
  public InterruptGuard() {}

  /** Interrupts the thread, unless it has ended what was watched. */
  @Override
  public void run() {
    if (STATE.compareAndSet(this, WATCHING, FIRING)) {
      interruptedBefore = thread.isInterrupted();
      try {
        thread.interrupt();
      } finally {
        // A thread may override interrupt() and throw; its end() must not wait for ever.
        state = FIRED;
      }
    }
  }

  /**
   * Ends watching; to be called by the watched thread. Afterwards no interrupt of ours is pending
   * or on its way.
   *
   * @return whether the thread was interrupted by this guard
   */
  public boolean end() {
    if (STATE.compareAndSet(this, WATCHING, ENDED)) {
      return false;
    }
    while (state == FIRING) {
      Thread.onSpinWait();
    }
    if (!interruptedBefore) {
      Thread.interrupted();
    }
    return true;
  }
}
