package io.firmitas;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A request to stop, made once. The caller of a policy, or a policy that gives up, cancels it; the
 * call and the policies inside look at it through {@link Context#isCancelled()} or are told by
 * {@link #onCancel}.
 *
 * <p>Thread-safe.
 */
public final class Cancellation {
  private static final Registration CANCELLED = new Registration(null, null, null, 0);

  /** A list shorter than this is not worth being searched for closed registrations. */
  private static final int FEW = 32;

  private static final VarHandle NEWEST;

  static {
    try {
      NEWEST =
          MethodHandles.lookup().findVarHandle(Cancellation.class, "newest", Registration.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /**
   * The newest registration; each points to the one before it. {@link #CANCELLED} once cancelled.
   */
  private volatile @Nullable Registration newest;

  /** Makes a cancellation that is not yet requested. */
  public Cancellation() {}

  /**
   * Requests to stop. Runs the registered actions on this thread, the newest first; later requests
   * do nothing.
   *
   * @throws RuntimeException what the first of the actions that threw has thrown, after all have
   *     run
   */
  public void cancel() {
    Registration registration = (Registration) NEWEST.getAndSet(this, CANCELLED);
    Throwable thrown = null;
    while (registration != null && registration != CANCELLED) {
      try {
        registration.fire();
      } catch (RuntimeException | Error failure) {
        thrown = thrown == null ? failure : thrown;
      }
      registration = registration.older;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
  }

  /**
   * Whether stopping has been requested.
   *
   * @return true from the moment of the request
   */
  public boolean isCancelled() {
    return newest == CANCELLED;
  }

  /**
   * Runs an action when stopping is requested; at once, on this thread, when it already has been.
   *
   * @param action what to do; it must be quick and must not throw
   * @return the registration, to be closed when the action is no longer wanted
   */
  public Registration onCancel(Runnable action) {
    while (true) {
      Registration present = newest;
      if (present == CANCELLED) {
        action.run();
        return CANCELLED;
      }
      Registration older = present == null ? null : present.firstOpen();
      Registration registration = new Registration(this, action, older, searchAfter(older));
      if (NEWEST.compareAndSet(this, present, registration)) {
        return registration;
      }
    }
  }

  /**
   * After how many further registrations the list is to be searched for closed ones. As many as it
   * then held, so that a registration costs the same on average however long the list is, and the
   * list is never much longer than twice what was open at once.
   */
  private static int searchAfter(@Nullable Registration older) {
    if (older == null) {
      return FEW;
    }
    return older.searchAfter > 0 ? older.searchAfter - 1 : Math.max(FEW, older.dropClosed());
  }

  private void remove(Registration registration) {
    NEWEST.compareAndSet(this, registration, registration.firstOpen());
  }

  /** A registered action. Closing it takes the action back. */
  public static final class Registration implements AutoCloseable {
    private static final VarHandle ACTION;

    static {
      try {
        ACTION = MethodHandles.lookup().findVarHandle(Registration.class, "action", Runnable.class);
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }

    private final @Nullable Cancellation owner;
    private final int searchAfter;

    /** {@code null} once it has run or was taken back. */
    private volatile @Nullable Runnable action;

    /**
     * The next older registration. It only ever skips closed ones, which stay closed; so it does
     * not matter in which order several threads shorten the list.
     */
    private volatile @Nullable Registration older;

    private Registration(
        @Nullable Cancellation owner,
        @Nullable Runnable action,
        @Nullable Registration older,
        int searchAfter) {
      this.owner = owner;
      this.action = action;
      this.older = older;
      this.searchAfter = searchAfter;
    }

    private void fire() {
      Runnable runnable = (Runnable) ACTION.getAndSet(this, null);
      if (runnable != null) {
        runnable.run();
      }
    }

    /** This registration if it is open, else the next older one that is. */
    private @Nullable Registration firstOpen() {
      Registration registration = this;
      while (registration != null && registration.action == null) {
        registration = registration.older;
      }
      return registration;
    }

    /** Drops the closed registrations behind this one; returns how many open ones are left. */
    private int dropClosed() {
      int open = 0;
      for (Registration registration = this; registration != null; open++) {
        Registration behind = registration.older;
        Registration next = behind == null ? null : behind.firstOpen();
        if (next != behind) {
          registration.older = next;
        }
        registration = next;
      }
      return open;
    }

    /** Takes the action back; does nothing when it has run or was taken back before. */
    @Override
    public void close() {
      if (owner != null) {
        action = null;
        owner.remove(this);
      }
    }
  }
}
