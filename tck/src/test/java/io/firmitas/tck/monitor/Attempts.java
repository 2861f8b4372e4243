package io.firmitas.tck.monitor;

import io.firmitas.CallRejectedException;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.AttemptStarted;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.RetryBudgetExhausted;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryFailed.Reason;
import io.firmitas.event.RetryScheduled;
import io.firmitas.event.RetrySucceeded;
import io.firmitas.retry.RetryBudget;
import io.firmitas.retry.RetryConfig;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.retry.RetryTimeoutException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The attempts of one call and the decisions between them, for both forms. A broken retry overrides
 * one of the decisions.
 */
class Attempts {
  /** What {@link #next} says when there is no next attempt. */
  static final long STOP = -1;

  final RetryConfig config;
  final PolicyRuntime runtime;
  final Context context;
  private final long start;
  private final boolean skipped;
  private volatile int attempt;
  private Duration previous = Duration.ZERO;
  private boolean retried;
  private boolean ended;
  private Reason reason = Reason.NOT_RETRYABLE;
  private volatile Throwable lastFailure;
  private volatile Object lastResult;

  Attempts(RetryConfig config, Context context) {
    this.config = config;
    this.runtime = config.runtime();
    this.context = context;
    this.start = runtime.nanoTime();
    this.skipped = isSkipped();
    tellBudget(RetryBudget::callStarted);
  }

  // ---- the decisions

  boolean mayTryAgain(int made) {
    return made < config.maxAttempts();
  }

  boolean fits(long delay, long remaining) {
    return delay < remaining;
  }

  boolean retries(Throwable failure) {
    return config.retriesFailure(failure);
  }

  Context contextOf(int number) {
    return context.withAttempt(number);
  }

  Duration spreadAndCapped(Duration backoff) {
    return capped(spread(capped(backoff)));
  }

  Throwable causeOfGivingUp(Throwable failure) {
    return failure;
  }

  Throwable leaving(Throwable failure) {
    return failure;
  }

  // ---- the attempts

  private boolean isSkipped() {
    if (config.skipWhen().isEmpty()) {
      return false;
    }
    try {
      return config.skipWhen().get().test(context);
    } catch (Throwable thrown) {
      report("skipWhen", thrown);
      return false;
    }
  }

  Context begin() {
    int number = attempt + 1;
    attempt = number;
    publish(new AttemptStarted(config.name(), attempt, config.maxAttempts()));
    return contextOf(attempt);
  }

  boolean accepts(Object result) {
    if (skipped || !config.judgesResults()) {
      return true;
    }
    try {
      return !config.retriesResult(result);
    } catch (Throwable thrown) {
      report("retryOnResult", thrown);
      return true;
    }
  }

  void succeeded() {
    if (end(true)) {
      publish(new RetrySucceeded(config.name(), attempt));
    }
  }

  /** How long to wait before the next attempt, or {@link #STOP}. */
  long next(Throwable failure, Object result) {
    lastFailure = failure;
    lastResult = result;
    if (failure != null && !isRetried(failure)) {
      return stop(Reason.NOT_RETRYABLE);
    }
    if (skipped) {
      return stop(Reason.SKIPPED);
    }
    if (!mayTryAgain(attempt)) {
      return stop(Reason.ATTEMPTS_EXHAUSTED);
    }
    if (context.isCancelled()) {
      return stop(Reason.INTERRUPTED);
    }
    Duration wanted = delay(failure);
    long delay = Nanos.of(wanted);
    long limit = config.totalTimeLimit().map(Nanos::of).orElse(0L);
    if (limit > 0 && !fits(delay, limit - (runtime.nanoTime() - start))) {
      return stop(Reason.TIME_LIMIT);
    }
    if (context.hasDeadline() && !fits(delay, context.remainingNanos())) {
      return stop(Reason.DEADLINE);
    }
    if (config.budget().isPresent() && !isGranted(config.budget().get())) {
      publish(new RetryBudgetExhausted(config.name(), attempt, failure));
      return stop(Reason.BUDGET_EXHAUSTED);
    }
    retried = true;
    previous = wanted;
    publish(
        new RetryScheduled(config.name(), attempt, config.maxAttempts(), wanted, failure, result));
    return delay;
  }

  private boolean isGranted(RetryBudget budget) {
    try {
      return budget.tryRetry(!retried);
    } catch (Throwable thrown) {
      report("budget", thrown);
      return false;
    }
  }

  private void tellBudget(Consumer<RetryBudget> what) {
    try {
      config.budget().ifPresent(what);
    } catch (Throwable thrown) {
      report("budget", thrown);
    }
  }

  private long stop(Reason why) {
    reason = why;
    return STOP;
  }

  private boolean isRetried(Throwable failure) {
    try {
      return retries(failure);
    } catch (Throwable thrown) {
      report("retryIf or abortIf", thrown);
      return false;
    }
  }

  private Duration delay(Throwable failure) {
    if (failure != null && config.delayFor().isPresent()) {
      try {
        Duration chosen =
            config.delayFor().get().delayAfter(FailureMatcher.unwrap(failure), attempt);
        if (chosen != null) {
          return capped(notNegative(chosen));
        }
      } catch (Throwable thrown) {
        report("delayFor", thrown);
      }
    }
    Duration backoff;
    try {
      backoff = notNegative(config.backoff().delay(attempt, previous, runtime.random()));
    } catch (Throwable thrown) {
      report("backoff", thrown);
      return Duration.ZERO;
    }
    return spreadAndCapped(backoff);
  }

  final Duration spread(Duration backoff) {
    try {
      Duration spread = config.jitter().apply(backoff, runtime.random());
      return spread.isNegative() ? Duration.ZERO : spread;
    } catch (Throwable thrown) {
      report("jitter", thrown);
      return backoff;
    }
  }

  final Duration capped(Duration delay) {
    return delay.compareTo(config.maxDelay()) > 0 ? config.maxDelay() : delay;
  }

  private static Duration notNegative(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("the delay must not be negative but is " + delay);
    }
    return delay;
  }

  /** What the caller gets after {@link #STOP}. */
  Throwable giveUp() {
    RetryFailed failed = failed(reason);
    if (end(false)) {
      publish(failed);
    }
    if (lastFailure != null && !(failed.exhausted() && config.wrapsExhausted())) {
      return leaving(lastFailure);
    }
    boolean late = reason == Reason.TIME_LIMIT || reason == Reason.DEADLINE;
    Throwable cause = causeOfGivingUp(lastFailure);
    long elapsed = runtime.nanoTime() - start;
    return late && config.wrapsExhausted()
        ? new RetryTimeoutException(
            config.name(), attempt, elapsed, cause, lastResult, config.stackTraces())
        : new RetryExhaustedException(
            config.name(), attempt, elapsed, cause, lastResult, config.stackTraces());
  }

  /** Ends the call from outside. */
  void stopped() {
    if (end(false)) {
      publish(failed(Reason.INTERRUPTED));
    }
  }

  private RetryFailed failed(Reason why) {
    return new RetryFailed(config.name(), attempt, why, lastFailure, lastResult);
  }

  Throwable lastFailure() {
    return lastFailure;
  }

  private boolean end(boolean success) {
    synchronized (this) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    tellBudget(budget -> budget.callEnded(success, retried));
    return true;
  }

  private void publish(PolicyEvent event) {
    config.listeners().publish(event);
  }

  private void report(String callback, Throwable thrown) {
    config.listeners().report(config.name(), callback, thrown);
  }

  /** Whether a failure is a refusal by a policy inside. */
  static boolean isRejection(Throwable failure) {
    return FailureMatcher.unwrap(failure) instanceof CallRejectedException;
  }
}
