package io.firmitas.impl.driver;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.internal.ContextFree;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Looks at futures without making dependents where that is possible. */
public final class Stages {
  private Stages() {}

  /**
   * Starts an asynchronous call under an inner policy; a policy of somebody else that throws or
   * returns {@code null} against the contract becomes a failed future.
   *
   * @param inner the policy
   * @param call the call
   * @param context the context
   * @param <T> what the call returns
   * @return the future of the call
   */
  public static <T extends @Nullable Object> CompletableFuture<T> start(
      Policy<T> inner, AsyncCall<? extends T> call, Context context) {
    try {
      CompletableFuture<T> future = inner.executeAsync(call, context);
      if (future == null) {
        throw new NullPointerException(inner.describe() + " returned null instead of a future");
      }
      return future;
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(FailureMatcher.unwrap(failure));
    }
  }

  /**
   * Whether somebody inside may look at the context of an asynchronous call.
   *
   * @param inner the policy inside
   * @param call the call
   * @return false when a context made for this call would be seen by nobody
   */
  public static boolean looksAtContext(Policy<?> inner, AsyncCall<?> call) {
    return !(call instanceof ContextFree && inner instanceof DirectPolicy);
  }

  /**
   * The failure of a future that is done.
   *
   * @param done a future that is done
   * @return the unwrapped failure, or {@code null} when it has a value
   */
  public static @Nullable Throwable failureOf(CompletableFuture<?> done) {
    if (!done.isCompletedExceptionally()) {
      return null;
    }
    // handle() hands out the failure as it is; getting it by join() would build an exception with a
    // stack trace.
    Throwable[] failure = new Throwable[1];
    whenDone(done, (value, thrown) -> failure[0] = thrown);
    return FailureMatcher.unwrap(failure[0]);
  }

  /**
   * The value of a future that is done and has no failure.
   *
   * @param done the future
   * @param <T> the type of the value
   * @return the value
   */
  @SuppressWarnings("NullAway") // null is only handed out where the future's own value is null
  public static <T extends @Nullable Object> T valueOf(CompletableFuture<T> done) {
    return done.getNow(null);
  }

  /**
   * Has a function called when a future is done, at once when it is already.
   *
   * @param future the future
   * @param function receives the value or the failure; it must not throw
   * @param <T> the type of the value
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the function does not throw, so nothing is lost
  public static <T extends @Nullable Object> void whenDone(
      CompletableFuture<T> future, BiFunction<? super T, @Nullable Throwable, ?> function) {
    future.handle(function);
  }
}
