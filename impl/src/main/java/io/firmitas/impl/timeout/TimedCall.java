package io.firmitas.impl.timeout;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.PolicyRuntime.Timer;
import io.firmitas.ScheduledTask;
import io.firmitas.impl.driver.PendingCall;
import io.firmitas.impl.driver.Refusal;
import io.firmitas.impl.driver.Stages;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call under a timeout. The source and the timer race for the right to settle;
 * whoever wins stops the other, so that neither outlives the call.
 */
final class TimedCall<T extends @Nullable Object> extends PendingCall<T>
    implements ScheduledTask, BiFunction<T, @Nullable Throwable, @Nullable Void> {
  private final TimeoutCore core;
  private final long start;
  private final CompletableFuture<T> source;

  /** What the call inside looks at; {@code null} when it does not look at its context. */
  private final @Nullable Cancellation cancellation;

  /**
   * Volatile: who settles the call sees it, or whoever writes it sees that the call is settled.
   * Where the context can be cancelled, cancelling this also ends listening to that.
   */
  private volatile @Nullable Timer timer;

  private TimedCall(
      TimeoutCore core,
      long start,
      CompletableFuture<T> source,
      @Nullable Cancellation cancellation) {
    this.core = core;
    this.start = start;
    this.source = source;
    this.cancellation = cancellation;
  }

  static <T extends @Nullable Object> CompletableFuture<T> start(
      TimeoutCore core,
      long start,
      CompletableFuture<T> source,
      Context outer,
      @Nullable Cancellation cancellation) {
    TimedCall<T> call = new TimedCall<>(core, start, source, cancellation);
    call.begin(outer);
    return call;
  }

  private void begin(Context outer) {
    if (source.isDone()) {
      settleDone();
      return;
    }
    long remaining = core.nanos - (core.runtime.nanoTime() - start);
    Timer scheduled;
    try {
      scheduled = core.runtime.schedule(Math.max(0, remaining), this);
    } catch (Throwable refused) {
      abandoned(Refusal.of("the timer", refused));
      return;
    }
    timer = scheduled;
    Stages.whenDone(source, this);
    outer.cancellation().ifPresent(cancellable -> obey(cancellable, scheduled));
    if (isSettled()) {
      end();
    }
  }

  /**
   * The source is done, perhaps too late: it completed before the timer could say so, or the call
   * blocked before it returned its stage, which counts like the time of a synchronous call.
   */
  private void settleDone() {
    Throwable failure = Stages.failureOf(source);
    if (core.isOver(start) && !(failure instanceof Error)) {
      expire(failure);
    } else {
      settle(failure);
    }
  }

  private void obey(Cancellation outer, Timer scheduled) {
    Cancellation.Registration registration = outer.onCancel(() -> cancel(true));
    timer =
        () -> {
          registration.close();
          return scheduled.cancel();
        };
  }

  @Override
  public @Nullable Void apply(T result, @Nullable Throwable failure) {
    settleDone();
    return null;
  }

  /** The source is done in time. */
  private void settle(@Nullable Throwable failure) {
    if (trySettle()) {
      end();
      core.kept(start);
      if (failure == null) {
        succeed(Stages.valueOf(source));
      } else {
        fail(failure);
      }
    }
  }

  /**
   * The time is up. Cancelling and completing run code of the user, so they leave the timer's
   * thread.
   */
  @Override
  public void run() {
    try {
      core.runtime.executor().execute(() -> expire(null));
    } catch (Throwable refused) {
      // Closed, or no thread can be made: better on this thread than never.
      expire(null);
    }
  }

  private void expire(@Nullable Throwable late) {
    if (trySettle()) {
      end();
      if (core.interrupts) {
        stopSource();
      }
      fail(core.exceeded(start, late));
    }
  }

  @Override
  public void abandoned(RejectedExecutionException reason) {
    if (trySettle()) {
      end();
      stopSource();
      fail(reason);
    }
  }

  @Override
  protected void abandon() {
    end();
    stopSource();
  }

  /** Code of the user that throws here must not keep the call from ending. */
  private void stopSource() {
    try {
      if (cancellation != null) {
        cancellation.cancel();
      }
    } catch (Throwable thrown) {
      core.report("onCancel", thrown);
    }
    try {
      source.cancel(true);
    } catch (Throwable thrown) {
      core.report("cancel", thrown);
    }
  }

  private void end() {
    Timer running = timer;
    if (running != null) {
      running.cancel();
    }
  }
}
