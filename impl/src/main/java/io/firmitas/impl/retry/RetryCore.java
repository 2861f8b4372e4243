package io.firmitas.impl.retry;

import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.AttemptStarted;
import io.firmitas.event.Listeners;
import io.firmitas.event.RetryBudgetExhausted;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryFailed.Reason;
import io.firmitas.event.RetryScheduled;
import io.firmitas.event.RetrySucceeded;
import io.firmitas.impl.runtime.CancellableSleep;
import io.firmitas.internal.Durations;
import io.firmitas.retry.RetryBudget;
import io.firmitas.retry.RetryConfig;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.retry.RetryTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a retry. After each attempt {@link #next} says how long to wait before the next
 * one, or {@link #STOP}; {@link #verdict} then says what the caller gets. Both drivers are loops
 * around these two. A {@link Progress} carries what one call has to remember between its attempts.
 *
 * <p>The clock is read only when a total time limit, a deadline or a report of the elapsed time
 * needs it.
 */
final class RetryCore {
  /** No further attempt. */
  static final long STOP = -1;

  final RetryConfig config;
  final PolicyRuntime runtime;
  final Listeners listeners;
  final String name;
  final int maxAttempts;
  final boolean judgesResults;

  private final long maxDelayNanos;
  private final long totalNanos;
  private final @Nullable RetryBudget budget;
  private final boolean needsStart;
  private final boolean silent;
  private final boolean wantsAttempts;
  private final boolean wantsScheduled;
  private final boolean wantsSucceeded;
  private final boolean wantsFailed;

  RetryCore(RetryConfig config) {
    this.config = config;
    runtime = config.runtime();
    listeners = config.listeners();
    name = config.name();
    maxAttempts = config.maxAttempts();
    judgesResults = config.judgesResults();
    maxDelayNanos = Durations.toNanos(config.maxDelay());
    totalNanos = config.totalTimeLimit().map(Durations::toNanos).orElse(Long.MAX_VALUE);
    budget = config.budget().map(given -> new GuardedBudget(given, listeners, name)).orElse(null);
    needsStart = config.totalTimeLimit().isPresent() || config.wrapsExhausted() || judgesResults;
    wantsAttempts = listeners.wants(AttemptStarted.class);
    wantsScheduled = listeners.wants(RetryScheduled.class);
    wantsSucceeded = listeners.wants(RetrySucceeded.class);
    wantsFailed = listeners.wants(RetryFailed.class);
    silent =
        budget == null
            && !needsStart
            && !wantsAttempts
            && !wantsSucceeded
            && config.skipWhen().isEmpty();
  }

  /**
   * What one call remembers between its attempts, once the first has failed. Confined to the thread
   * that runs the attempt.
   */
  static final class Progress {
    final long start;
    final boolean skipped;
    final @Nullable BudgetUse budgetUse;
    int attempt = 1;
    long previousDelay;
    @Nullable Reason reason;

    private Progress(long start, boolean skipped, @Nullable BudgetUse budgetUse) {
      this.start = start;
      this.skipped = skipped;
      this.budgetUse = budgetUse;
    }
  }

  /**
   * A call starts; the clock reading, where one will be needed. It ends with exactly one of the
   * methods that say so.
   */
  long start() {
    if (budget != null) {
      budget.callStarted();
    }
    return needsStart ? runtime.nanoTime() : 0;
  }

  /** Whether nothing has to be done or told about a call whose first attempt returns. */
  boolean isSilent() {
    return silent;
  }

  /** Whether a call is made without retries. */
  boolean skips(Context context) {
    if (config.skipWhen().isEmpty()) {
      return false;
    }
    try {
      return config.skipWhen().get().test(context);
    } catch (Throwable thrown) {
      listeners.report(name, "skipWhen", thrown);
      return false;
    }
  }

  void attemptStarts(int attempt, boolean skipped) {
    if (wantsAttempts) {
      listeners.publish(new AttemptStarted(name, attempt, skipped ? 1 : maxAttempts));
    }
  }

  /** What a call has to remember from now on, since its first attempt did not settle it. */
  Progress progress(long start, boolean skipped) {
    return new Progress(start, skipped, budget == null ? null : new BudgetUse(budget));
  }

  /** The call ends with an accepted result of its first attempt. */
  void succeededAtOnce() {
    if (budget != null) {
      budget.callEnded(true, false);
    }
    tellSuccess(1);
  }

  /** The call ends with an accepted result. */
  void succeeded(Progress progress) {
    if (progress.budgetUse != null) {
      progress.budgetUse.end(true);
    }
    tellSuccess(progress.attempt);
  }

  private void tellSuccess(int attempt) {
    if (wantsSucceeded) {
      listeners.publish(new RetrySucceeded(name, attempt));
    }
  }

  /** Whether a result is to be retried, as far as the result decides. */
  boolean rejects(@Nullable Object result, boolean skipped) {
    if (!judgesResults || skipped) {
      return false;
    }
    try {
      return config.retriesResult(result);
    } catch (Throwable thrown) {
      listeners.report(name, "retryOnResult", thrown);
      return false;
    }
  }

  /**
   * Decides after an attempt that failed, or whose result was rejected.
   *
   * @return how long to wait before the next attempt, in nanoseconds, or {@link #STOP}; the reason
   *     is then in the progress
   */
  long next(
      Progress progress, @Nullable Throwable failure, @Nullable Object result, Context context) {
    Reason stop = stopsByKind(progress, failure, context);
    if (stop != null) {
      return stop(progress, stop);
    }
    long delay = delay(progress, failure);
    if (totalNanos != Long.MAX_VALUE) {
      long elapsed = runtime.nanoTime() - progress.start;
      if (delay >= totalNanos - elapsed) {
        return stop(progress, Reason.TIME_LIMIT);
      }
    }
    if (context.hasDeadline() && delay >= context.remainingNanos()) {
      return stop(progress, Reason.DEADLINE);
    }
    if (progress.budgetUse != null && !progress.budgetUse.tryRetry()) {
      listeners.publish(new RetryBudgetExhausted(name, progress.attempt, failure));
      return stop(progress, Reason.BUDGET_EXHAUSTED);
    }
    if (wantsScheduled) {
      listeners.publish(
          new RetryScheduled(
              name, progress.attempt, maxAttempts, Duration.ofNanos(delay), failure, result));
    }
    progress.previousDelay = delay;
    progress.attempt++;
    return delay;
  }

  private @Nullable Reason stopsByKind(
      Progress progress, @Nullable Throwable failure, Context context) {
    if (failure != null && !retries(failure)) {
      return Reason.NOT_RETRYABLE;
    }
    if (progress.skipped) {
      return Reason.SKIPPED;
    }
    if (progress.attempt >= maxAttempts) {
      return Reason.ATTEMPTS_EXHAUSTED;
    }
    return context.isCancelled() ? Reason.INTERRUPTED : null;
  }

  /**
   * Whether the kind of a failure allows another attempt; when not, the reason is in the progress.
   */
  boolean mayRetry(Progress progress, Throwable failure) {
    if (!retries(failure)) {
      progress.reason = Reason.NOT_RETRYABLE;
    } else if (progress.skipped) {
      progress.reason = Reason.SKIPPED;
    }
    return progress.reason == null;
  }

  private static long stop(Progress progress, Reason reason) {
    progress.reason = reason;
    return STOP;
  }

  private boolean retries(Throwable failure) {
    try {
      return config.retriesFailure(failure);
    } catch (Throwable thrown) {
      listeners.report(name, "retryIf or abortIf", thrown);
      return false;
    }
  }

  /**
   * The delay before the next attempt: chosen by the failure, or backoff and jitter. The cap is
   * applied last, and to the backoff before: full jitter of a backoff far above the cap would give
   * the cap nearly always, and bring all callers back together.
   */
  private long delay(Progress progress, @Nullable Throwable failure) {
    Duration chosen = failure == null ? null : chosenFor(failure, progress.attempt);
    return Math.min(
        chosen == null ? regularDelay(progress) : Durations.toNanos(chosen), maxDelayNanos);
  }

  private @Nullable Duration chosenFor(Throwable failure, int attempt) {
    if (config.delayFor().isEmpty()) {
      return null;
    }
    try {
      Duration chosen = config.delayFor().get().delayAfter(FailureMatcher.unwrap(failure), attempt);
      return chosen == null ? null : notNegative(chosen);
    } catch (Throwable thrown) {
      listeners.report(name, "delayFor", thrown);
      return null;
    }
  }

  private long regularDelay(Progress progress) {
    Duration backoff = Duration.ZERO;
    try {
      Duration previous = Duration.ofNanos(progress.previousDelay);
      backoff = notNegative(config.backoff().delay(progress.attempt, previous, runtime.random()));
      if (backoff.compareTo(config.maxDelay()) > 0) {
        backoff = config.maxDelay();
      }
      Duration spread = config.jitter().apply(backoff, runtime.random());
      return spread.isNegative() ? 0 : Durations.toNanos(spread);
    } catch (Throwable thrown) {
      listeners.report(name, "backoff or jitter", thrown);
      return Durations.toNanos(backoff);
    }
  }

  private static Duration notNegative(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException(
          "the delay must not be negative but is " + delay + "; give zero or a positive duration");
    }
    return delay;
  }

  /**
   * What the caller gets after {@link #STOP}: the failure itself, or the exception that tells about
   * giving up.
   */
  Throwable verdict(Progress progress, @Nullable Throwable failure, @Nullable Object result) {
    return verdict(progress, failure, result, config.wrapsExhausted());
  }

  /** The verdict of an inline loop, which can only throw our own exceptions when it gives up. */
  Throwable wrappedVerdict(
      Progress progress, @Nullable Throwable failure, @Nullable Object result) {
    return verdict(progress, failure, result, true);
  }

  private Throwable verdict(
      Progress progress, @Nullable Throwable failure, @Nullable Object result, boolean wraps) {
    failed(progress);
    Reason reason = Objects.requireNonNull(progress.reason);
    RetryFailed event = new RetryFailed(name, progress.attempt, reason, failure, result);
    if (wantsFailed) {
      listeners.publish(event);
    }
    if (failure != null && !(event.exhausted() && wraps)) {
      return failure;
    }
    long elapsed = runtime.nanoTime() - progress.start;
    boolean outOfTime = reason == Reason.TIME_LIMIT || reason == Reason.DEADLINE;
    return outOfTime && wraps
        ? new RetryTimeoutException(
            name, progress.attempt, elapsed, failure, result, config.stackTraces())
        : new RetryExhaustedException(
            name, progress.attempt, elapsed, failure, result, config.stackTraces());
  }

  /** Tells that the call was stopped while it waited for its next attempt, which will not come. */
  void stoppedWhileWaiting(
      Progress progress, @Nullable Throwable failure, @Nullable Object result) {
    stopped(progress, progress.attempt - 1, failure, result);
  }

  /** Tells that the call was stopped during an attempt. */
  void stoppedDuringAttempt(
      Progress progress, @Nullable Throwable failure, @Nullable Object result) {
    stopped(progress, progress.attempt, failure, result);
  }

  private void stopped(
      Progress progress, int attempts, @Nullable Throwable failure, @Nullable Object result) {
    failed(progress);
    if (wantsFailed) {
      listeners.publish(new RetryFailed(name, attempts, Reason.INTERRUPTED, failure, result));
    }
  }

  /** The call ends without an accepted result. */
  void failed(Progress progress) {
    if (progress.budgetUse != null) {
      progress.budgetUse.end(false);
    }
  }

  /**
   * Waits on the current thread; an interrupt or a cancellation ends the call, with the last
   * failure attached.
   */
  void pause(
      Progress progress,
      long delay,
      @Nullable Throwable failure,
      @Nullable Object result,
      Context context)
      throws InterruptedException {
    try {
      CancellableSleep.sleep(runtime, delay, context);
    } catch (InterruptedException interrupted) {
      stoppedWhileWaiting(progress, failure, result);
      Thread.currentThread().interrupt();
      InterruptedException stopped =
          new InterruptedException(
              name + ": interrupted while waiting for attempt " + progress.attempt);
      attach(stopped, failure);
      throw stopped;
    } catch (CancellationException cancelled) {
      stoppedWhileWaiting(progress, failure, result);
      attach(cancelled, failure);
      throw cancelled;
    }
  }

  private static void attach(Exception ours, @Nullable Throwable failure) {
    if (failure != null) {
      ours.addSuppressed(failure);
    }
  }

  void reset() {
    if (budget != null) {
      budget.reset();
    }
  }
}
