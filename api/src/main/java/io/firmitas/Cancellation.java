package io.firmitas;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A request to stop, made once. The caller of a policy, or a policy that gives up, cancels it; the
 * call and the policies inside look at it through {@link Context#isCancelled()} or are told by
 * {@link #onCancel}.
 *
 * <p>Thread-safe.
 */
public final class Cancellation {
  private static final Registration CANCELLED = new Registration(null, () -> {}, null);

  /**
   * The newest registration; each points to the one before it. {@link #CANCELLED} once cancelled.
   */
  private final AtomicReference<@Nullable Registration> newest = new AtomicReference<>();

  /** Makes a cancellation that is not yet requested. */
  public Cancellation() {}

  /**
   * Requests to stop. Runs the registered actions on this thread, the newest first; later requests
   * do nothing.
   */
  public void cancel() {
    Registration registration = newest.getAndSet(CANCELLED);
    while (registration != null && registration != CANCELLED) {
      registration.fire();
      registration = registration.older;
    }
  }

  /**
   * Whether stopping has been requested.
   *
   * @return true from the moment of the request
   */
  public boolean isCancelled() {
    return newest.get() == CANCELLED;
  }

  /**
   * Runs an action when stopping is requested; at once, on this thread, when it already has been.
   *
   * @param action what to do; it must be quick and must not throw
   * @return the registration, to be closed when the action is no longer wanted
   */
  public Registration onCancel(Runnable action) {
    while (true) {
      Registration older = newest.get();
      if (older == CANCELLED) {
        action.run();
        return CANCELLED;
      }
      Registration pruned = older == null ? null : older.firstActive();
      Registration registration = new Registration(this, action, pruned);
      if (newest.compareAndSet(older, registration)) {
        return registration;
      }
    }
  }

  private void remove(Registration registration) {
    newest.compareAndSet(registration, registration.older);
  }

  /** A registered action. Closing it takes the action back. */
  public static final class Registration implements AutoCloseable {
    private final @Nullable Cancellation owner;
    private final AtomicReference<@Nullable Runnable> action;
    private final @Nullable Registration older;

    private Registration(
        @Nullable Cancellation owner, Runnable action, @Nullable Registration older) {
      this.owner = owner;
      this.action = new AtomicReference<>(action);
      this.older = older;
    }

    private void fire() {
      Runnable runnable = action.getAndSet(null);
      if (runnable != null) {
        runnable.run();
      }
    }

    private @Nullable Registration firstActive() {
      Registration registration = this;
      while (registration != null && registration.action.get() == null) {
        registration = registration.older;
      }
      return registration;
    }

    /** Takes the action back; does nothing when it has run or was taken back before. */
    @Override
    public void close() {
      if (owner != null) {
        action.set(null);
        owner.remove(this);
      }
    }
  }
}
