package io.firmitas.tck.monitor;

import io.firmitas.AsyncCall;
import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One asynchronous call under a timeout: whoever settles it first tells how it ended. */
final class TimedStage<T> {
  private final MonitorTimeout timeout;
  private final Context context;
  private final Answer<T> answer = new Answer<>();
  private final Cancellation cancellation = new Cancellation();
  private final AtomicBoolean settled = new AtomicBoolean();
  private final long start;
  private volatile CompletableFuture<T> source;

  TimedStage(MonitorTimeout timeout, Context context) {
    this.timeout = timeout;
    this.context = context;
    this.start = timeout.runtime().nanoTime();
  }

  CompletableFuture<T> start(AsyncCall<? extends T> call) {
    PolicyRuntime.Timer timer;
    try {
      timer = timeout.runtime().schedule(timeout.nanos, new End());
    } catch (Throwable refused) {
      return CompletableFuture.failedFuture(new RejectedExecutionException(refused));
    }
    context
        .cancellation()
        .ifPresent(
            outer -> {
              Cancellation.Registration registration = outer.onCancel(cancellation::cancel);
              Stages.atEnd(answer, (value, thrown) -> registration.close());
            });
    Stages.atEnd(
        answer,
        (value, thrown) -> {
          timeout.takeBack(timer);
          if (answer.isGivenUp() && settled.compareAndSet(false, true)) {
            timeout.kept(elapsed());
            abandon();
          }
        });
    source = Stages.start(call, timeout.inside(context.withCancellation(cancellation), start));
    Stages.atEnd(source, this::ended);
    if (answer.isDone() && timeout.config.interrupts()) {
      source.cancel(true);
    }
    return answer;
  }

  private long elapsed() {
    return timeout.runtime().nanoTime() - start;
  }

  private void ended(T value, Throwable thrown) {
    if (!settled.compareAndSet(false, true)) {
      return;
    }
    Throwable failure = thrown == null ? null : FailureMatcher.unwrap(thrown);
    long elapsed = elapsed();
    if (timeout.isUp(elapsed)) {
      timeout.exceeded(elapsed);
      boolean leaves = failure != null && timeout.leavesAsItIs(failure);
      answer.settle(null, leaves ? failure : timeout.exception());
      return;
    }
    timeout.kept(elapsed);
    if (failure == null) {
      answer.settle(value, null);
    } else {
      answer.settle(null, failure);
    }
  }

  private void abandon() {
    guarded(cancellation::cancel);
    CompletableFuture<T> running = source;
    if (running != null) {
      guarded(() -> running.cancel(true));
    }
  }

  private void guarded(Runnable cancel) {
    try {
      cancel.run();
    } catch (Throwable thrown) {
      timeout.config.listeners().report(timeout.name(), "cancellation", thrown);
    }
  }

  /** The end of the time. */
  private final class End implements ScheduledTask {
    @Override
    public void run() {
      if (settled.compareAndSet(false, true)) {
        timeout.exceeded(elapsed());
        answer.settle(null, timeout.exception());
        if (timeout.config.interrupts()) {
          abandon();
        }
      }
    }

    @Override
    public void abandoned(RejectedExecutionException reason) {
      if (settled.compareAndSet(false, true)) {
        answer.settle(null, reason);
        abandon();
      }
    }
  }
}
