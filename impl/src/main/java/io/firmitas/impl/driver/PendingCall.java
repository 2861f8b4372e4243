package io.firmitas.impl.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The future of an asynchronous call that is on its way. It is settled once: by the driver, which
 * first wins {@link #trySettle()}, then records the outcome, then hands it out; or by its holder,
 * who cancels it (or completes it by hand, or has {@code orTimeout} do so), which is giving up:
 * {@link #abandon()} then releases what the call holds.
 *
 * <p>Between winning and handing out, no one else can settle it, so the outcome that was recorded
 * is the outcome that is seen.
 *
 * @param <T> the type of the value
 */
public abstract class PendingCall<T extends @Nullable Object> extends CompletableFuture<T> {
  private static final VarHandle SETTLED;

  static {
    try {
      SETTLED = MethodHandles.lookup().findVarHandle(PendingCall.class, "settled", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  @SuppressWarnings("unused") // through SETTLED
  private volatile boolean settled;

  /** Makes a future that is not settled. */
  protected PendingCall() {}

  /**
   * The holder gave up: cancel the source and the timer, give permits back. Called at most once,
   * after the future is done.
   */
  protected abstract void abandon();

  /**
   * Wins the right to settle.
   *
   * @return true for exactly one caller
   */
  protected final boolean trySettle() {
    return SETTLED.compareAndSet(this, false, true);
  }

  /**
   * Whether somebody has won the right to settle.
   *
   * @return true from then on
   */
  protected final boolean isSettled() {
    return settled;
  }

  /**
   * Hands out a value, after {@link #trySettle()}.
   *
   * @param value the value
   */
  protected final void succeed(T value) {
    super.complete(value);
  }

  /**
   * Hands out a failure, after {@link #trySettle()}.
   *
   * @param failure the failure, unwrapped
   */
  protected final void fail(Throwable failure) {
    super.completeExceptionally(failure);
  }

  @Override
  public final boolean cancel(boolean mayInterruptIfRunning) {
    if (!trySettle()) {
      return isCancelled();
    }
    super.cancel(mayInterruptIfRunning);
    abandon();
    return true;
  }

  @Override
  public final boolean complete(T value) {
    if (!trySettle()) {
      return false;
    }
    super.complete(value);
    abandon();
    return true;
  }

  @Override
  public final boolean completeExceptionally(Throwable failure) {
    if (!trySettle()) {
      return false;
    }
    super.completeExceptionally(failure);
    abandon();
    return true;
  }

  /** Dependents are ordinary futures: cancelling one of them does not cancel the call. */
  @Override
  public final <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
