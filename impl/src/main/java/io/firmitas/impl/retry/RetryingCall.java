package io.firmitas.impl.retry;

import io.firmitas.AsyncCall;
import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime.Timer;
import io.firmitas.ScheduledTask;
import io.firmitas.impl.driver.PendingCall;
import io.firmitas.impl.driver.Refusal;
import io.firmitas.impl.driver.Stages;
import io.firmitas.impl.retry.RetryCore.Progress;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call under a retry. No thread waits: either a source stage or a timer is on its
 * way, and whichever thread completes it runs the loop until it has to wait again.
 *
 * <p>The loop never calls itself. A stage that completes while the loop is still registering with
 * it hands its outcome back to the loop instead of starting another one: both sides exchange a
 * mark, and who comes second goes on. So a million immediate retries need the stack of one.
 */
final class RetryingCall<T extends @Nullable Object> extends PendingCall<T>
    implements ScheduledTask, BiFunction<T, @Nullable Throwable, @Nullable Void> {
  private static final VarHandle HAND_OVER;

  static {
    try {
      HAND_OVER =
          MethodHandles.lookup().findVarHandle(RetryingCall.class, "handOver", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final RetryCore core;
  private final Policy<T> inner;
  private final AsyncCall<? extends T> call;
  private final Context context;
  private final Progress progress;

  /** What is waited for, so that giving up can stop it: a future, a timer, or {@code null}. */
  private volatile @Nullable Object awaited;

  /** Set by the loop after registering, or by the outcome of the stage if that comes earlier. */
  @SuppressWarnings("unused") // through HAND_OVER
  private volatile @Nullable Object handOver;

  private @Nullable Throwable lastFailure;
  private @Nullable Object lastResult;

  /** Volatile: who settles the call sees it, or whoever writes it sees that the call is settled. */
  private volatile Cancellation.@Nullable Registration registration;

  private RetryingCall(
      RetryCore core,
      Progress progress,
      Policy<T> inner,
      AsyncCall<? extends T> call,
      Context context) {
    this.core = core;
    this.progress = progress;
    this.inner = inner;
    this.call = call;
    this.context = context;
  }

  /** Goes on after the first attempt has been started. */
  static <T extends @Nullable Object> RetryingCall<T> goOn(
      RetryCore core,
      Progress progress,
      CompletableFuture<T> firstSource,
      Policy<T> inner,
      AsyncCall<? extends T> call,
      Context context) {
    RetryingCall<T> retrying = new RetryingCall<>(core, progress, inner, call, context);
    retrying.loop(firstSource);
    retrying.obey(context);
    return retrying;
  }

  private void obey(Context cancellable) {
    if (!isSettled() && cancellable.cancellation().isPresent()) {
      Cancellation.Registration registered =
          cancellable.cancellation().get().onCancel(() -> cancel(true));
      registration = registered;
      if (isSettled()) {
        registered.close();
      }
    }
  }

  private void loop(CompletableFuture<T> firstSource) {
    CompletableFuture<T> source = firstSource;
    while (source.isDone() || arrivesWhileRegistering(source)) {
      if (!goesOnAfter(source)) {
        return;
      }
      source = startAttempt();
    }
  }

  private CompletableFuture<T> startAttempt() {
    core.attemptStarts(progress.attempt, progress.skipped);
    return Stages.start(inner, call, context.withAttempt(progress.attempt));
  }

  /**
   * The next attempt and all that follow at once, unless the holder has given up in the meantime.
   */
  private void loop() {
    if (!isSettled()) {
      loop(startAttempt());
    }
  }

  /**
   * Waits for a stage without a thread; true when it completed before that was arranged, so that
   * the loop goes on.
   */
  private boolean arrivesWhileRegistering(CompletableFuture<T> source) {
    handOver = null;
    if (!await(source)) {
      source.cancel(true);
      return false;
    }
    Stages.whenDone(source, this);
    return !HAND_OVER.compareAndSet(this, null, this);
  }

  /** Called by the completing thread. */
  @Override
  public @Nullable Void apply(T result, @Nullable Throwable failure) {
    if (HAND_OVER.compareAndSet(this, null, this)) {
      return null;
    }
    Object source = awaited;
    if (source instanceof CompletableFuture<?> done && goesOnAfter(done)) {
      loop();
    }
    return null;
  }

  /** Looks at the outcome of an attempt; true when the next one is to start now. */
  private boolean goesOnAfter(CompletableFuture<?> source) {
    awaited = null;
    Throwable failure = Stages.failureOf(source);
    Object result = failure == null ? Stages.valueOf(source) : null;
    if (failure == null && !core.rejects(result, progress.skipped)) {
      finish(result, null);
      return false;
    }
    if (isSettled()) {
      return false;
    }
    long delay = core.next(progress, failure, result, context);
    if (delay == RetryCore.STOP) {
      if (trySettle()) {
        end();
        fail(core.verdict(progress, failure, result));
      }
      return false;
    }
    lastFailure = failure;
    lastResult = result;
    return !isSettled() && (delay == 0 || elapsesWhileScheduling(delay));
  }

  /** The source future is one of {@code T}; it was only kept among other things. */
  @SuppressWarnings({"unchecked", "NullAway"})
  private void finish(@Nullable Object result, @Nullable Throwable failure) {
    if (trySettle()) {
      end();
      if (failure == null) {
        core.succeeded(progress);
        succeed((T) result);
      } else {
        core.failed(progress);
        fail(failure);
      }
    }
  }

  private void end() {
    awaited = null;
    Cancellation.Registration registered = registration;
    if (registered != null) {
      registered.close();
    }
  }

  /**
   * Arranges the next attempt; true when the delay was over before that was done, so that the loop
   * goes on.
   */
  private boolean elapsesWhileScheduling(long delay) {
    handOver = null;
    try {
      Timer timer = core.runtime.schedule(delay, this);
      if (!await(timer)) {
        timer.cancel();
        return false;
      }
      return !HAND_OVER.compareAndSet(this, null, this);
    } catch (Throwable refused) {
      abandoned(Refusal.of("the next attempt", refused));
      return false;
    }
  }

  /** Publishes what is waited for; false when the holder has given up, who may not have seen it. */
  private boolean await(Object next) {
    awaited = next;
    return !isSettled();
  }

  /** The delay is over. The next attempt runs code of the user, so it leaves the timer's thread. */
  @Override
  public void run() {
    if (HAND_OVER.compareAndSet(this, null, this)) {
      return;
    }
    try {
      core.runtime.executor().execute(this::loop);
    } catch (Throwable refused) {
      abandoned(Refusal.of("the next attempt", refused));
    }
  }

  /**
   * No further attempt can be made: the caller gets the last failure, or the reason when there was
   * only a result.
   */
  @Override
  public void abandoned(RejectedExecutionException reason) {
    core.listeners.report(core.name, "runtime", reason);
    finish(null, lastFailure == null ? reason : FailureMatcher.unwrap(lastFailure));
  }

  @Override
  protected void abandon() {
    Cancellation.Registration registered = registration;
    if (registered != null) {
      registered.close();
    }
    Object stopped = awaited;
    if (stopped instanceof Timer timer) {
      timer.cancel();
      core.stoppedWhileWaiting(progress, lastFailure, lastResult);
    } else {
      core.stoppedDuringAttempt(progress, lastFailure, lastResult);
      if (stopped instanceof CompletableFuture<?> source) {
        source.cancel(true);
      }
    }
  }
}
