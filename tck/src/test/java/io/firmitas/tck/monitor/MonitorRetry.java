package io.firmitas.tck.monitor;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** Attempts in both forms. */
class MonitorRetry implements Retry {
  final RetryConfig config;

  MonitorRetry(RetryConfig config) {
    this.config = config;
  }

  // ---- the decisions; a broken retry overrides one of them

  Attempts attempts(Context context) {
    return new Attempts(config, context);
  }

  boolean sleepsFor(long delay) {
    return delay > 0;
  }

  void keepInterrupt() {
    Thread.currentThread().interrupt();
  }

  void cancel(AsyncAttempts<?> attempts) {
    attempts.stop();
  }

  // ---- calls

  @Override
  public Object execute(Call<? extends Object> call, Context context) throws Exception {
    Attempts attempts = attempts(context);
    while (true) {
      Object result = null;
      Throwable failure = null;
      try {
        result = call.invoke(attempts.begin());
      } catch (Throwable thrown) {
        failure = thrown;
      }
      if (failure == null && attempts.accepts(result)) {
        attempts.succeeded();
        return result;
      }
      if (failure instanceof InterruptedException) {
        keepInterrupt();
      }
      long delay = attempts.next(failure, result);
      if (delay == Attempts.STOP) {
        throw FailureMatcher.rethrow(attempts.giveUp());
      }
      pause(attempts, delay, context);
    }
  }

  private void pause(Attempts attempts, long delay, Context context) throws Exception {
    Throwable failure = attempts.lastFailure();
    try {
      if (sleepsFor(delay)) {
        Sleep.sleep(runtime(), delay, context);
      } else if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    } catch (InterruptedException interrupt) {
      attempts.stopped();
      keepInterrupt();
      InterruptedException stopped = new InterruptedException(name() + ": interrupted");
      if (failure != null) {
        stopped.addSuppressed(failure);
      }
      throw stopped;
    } catch (CancellationException cancelled) {
      attempts.stopped();
      throw failure == null ? cancelled : FailureMatcher.rethrow(failure);
    }
  }

  @Override
  public CompletableFuture<Object> executeAsync(AsyncCall<? extends Object> call, Context context) {
    AsyncAttempts<Object> attempts = new AsyncAttempts<>(attempts(context), call);
    Answer<Object> answer = attempts.answer();
    Stages.atGivingUp(answer, thrown -> cancel(attempts));
    attempts.start();
    return answer;
  }

  @Override
  public Iterable<Attempt> attempts() {
    throw new UnsupportedOperationException("attempts() of a retry");
  }

  @Override
  public RetryConfig config() {
    return config;
  }

  @Override
  public PolicyRuntime runtime() {
    return config.runtime();
  }

  @Override
  public void reset() {
    config
        .budget()
        .ifPresent(
            budget -> {
              try {
                budget.reset();
              } catch (Throwable thrown) {
                config.listeners().report(name(), "budget", thrown);
              }
            });
  }

  @Override
  public String describe() {
    return "retry(" + name() + ")";
  }
}
