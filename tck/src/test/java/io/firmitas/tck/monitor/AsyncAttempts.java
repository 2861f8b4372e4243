package io.firmitas.tck.monitor;

import io.firmitas.AsyncCall;
import io.firmitas.Cancellation;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** The attempts of one asynchronous call. Attempts that end at once are made in a loop. */
final class AsyncAttempts<T> {
  private final Attempts attempts;
  private final AsyncCall<? extends T> call;
  private final Answer<T> answer = new Answer<>();
  private CompletableFuture<T> source;
  private PolicyRuntime.Timer timer;

  AsyncAttempts(Attempts attempts, AsyncCall<? extends T> call) {
    this.attempts = attempts;
    this.call = call;
  }

  Answer<T> answer() {
    return answer;
  }

  void start() {
    drive();
    if (!answer.isDone() && attempts.context.cancellation().isPresent()) {
      Cancellation.Registration registration =
          attempts.context.cancellation().get().onCancel(() -> answer.cancel(true));
      Stages.atEnd(answer, (value, thrown) -> registration.close());
    }
  }

  private void drive() {
    boolean again = true;
    while (again && !answer.isDone()) {
      CompletableFuture<T> attempt = Stages.start(call, attempts.begin());
      hold(attempt);
      if (attempt.isDone()) {
        again = attempt.handle(this::ended).join();
      } else {
        Stages.atEnd(
            attempt,
            (value, thrown) -> {
              if (ended(value, thrown)) {
                drive();
              }
            });
        again = false;
      }
    }
  }

  /** Whether the next attempt is to be made at once. */
  private boolean ended(T value, Throwable thrown) {
    if (answer.isDone()) {
      return false;
    }
    Throwable failure = thrown == null ? null : FailureMatcher.unwrap(thrown);
    if (failure == null && attempts.accepts(value)) {
      attempts.succeeded();
      answer.settle(value, null);
      return false;
    }
    long delay = attempts.next(failure, value);
    if (delay == Attempts.STOP) {
      answer.settle(null, attempts.giveUp());
      return false;
    }
    if (delay > 0) {
      schedule(delay);
    }
    return delay == 0;
  }

  private void schedule(long delay) {
    try {
      hold(
          attempts.runtime.schedule(
              delay,
              new ScheduledTask() {
                @Override
                public void run() {
                  drive();
                }

                @Override
                public void abandoned(RejectedExecutionException reason) {
                  fail(reason);
                }
              }));
    } catch (Throwable refused) {
      fail(new RejectedExecutionException(refused));
    }
  }

  private void fail(RejectedExecutionException reason) {
    attempts.config.listeners().report(attempts.config.name(), "runtime", reason);
    attempts.stopped();
    answer.settle(null, reason);
  }

  private synchronized void hold(CompletableFuture<T> attempt) {
    source = attempt;
    timer = null;
    if (answer.isDone()) {
      attempt.cancel(true);
    }
  }

  private synchronized void hold(PolicyRuntime.Timer waiting) {
    timer = waiting;
    source = null;
    if (answer.isDone()) {
      waiting.cancel();
    }
  }

  /** The answer was cancelled. */
  void stop() {
    attempts.stopped();
    CompletableFuture<T> running;
    synchronized (this) {
      running = source;
      if (timer != null) {
        timer.cancel();
      }
    }
    if (running != null) {
      running.cancel(true);
    }
  }
}
