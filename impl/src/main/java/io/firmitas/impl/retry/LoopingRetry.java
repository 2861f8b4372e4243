package io.firmitas.impl.retry;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.impl.driver.DirectPolicy;
import io.firmitas.impl.driver.LinkedPolicy;
import io.firmitas.impl.driver.Stages;
import io.firmitas.impl.retry.RetryCore.Progress;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The retry: a loop around {@link RetryCore} on the caller's thread, and one that needs no thread,
 * {@link RetryingCall}.
 */
public final class LoopingRetry implements Retry {
  private final RetryCore core;

  /**
   * Makes a retry.
   *
   * @param config its configuration
   */
  public LoopingRetry(RetryConfig config) {
    core = new RetryCore(config);
  }

  @Override
  @SuppressWarnings("NullAway") // the T of this policy is nullable
  public @Nullable Object execute(Call<? extends @Nullable Object> call, Context context)
      throws Exception {
    return executeAround(DirectPolicy.<@Nullable Object>instance(), call, context);
  }

  @Override
  public <U extends @Nullable Object> U executeAround(
      Policy<U> inner, Call<? extends U> call, Context context) throws Exception {
    if (core.isSilent()) {
      try {
        return inner.execute(call, context.withAttempt(1));
      } catch (Throwable thrown) {
        return retry(core.progress(0, false), thrown, null, inner, call, context);
      }
    }
    long start = core.start();
    boolean skipped = core.skips(context);
    core.attemptStarts(1, skipped);
    Throwable failure = null;
    U result = null;
    try {
      result = inner.execute(call, context.withAttempt(1));
      if (!core.rejects(result, skipped)) {
        core.succeededAtOnce();
        return result;
      }
    } catch (Throwable thrown) {
      failure = thrown;
    }
    return retry(core.progress(start, skipped), failure, result, inner, call, context);
  }

  /**
   * All attempts after the first; a call that succeeds at once does not come here and makes no
   * object.
   */
  private <U extends @Nullable Object> U retry(
      Progress progress,
      @Nullable Throwable firstFailure,
      @Nullable U firstResult,
      Policy<U> inner,
      Call<? extends U> call,
      Context context)
      throws Exception {
    Throwable failure = firstFailure;
    U result = firstResult;
    while (true) {
      if (failure instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      long delay = core.next(progress, failure, result, context);
      if (delay == RetryCore.STOP) {
        throw FailureMatcher.rethrow(core.verdict(progress, failure, result));
      }
      core.pause(progress, delay, failure, result, context);
      core.attemptStarts(progress.attempt, progress.skipped);
      failure = null;
      try {
        result = inner.execute(call, context.withAttempt(progress.attempt));
        if (!core.rejects(result, progress.skipped)) {
          core.succeeded(progress);
          return result;
        }
      } catch (Throwable thrown) {
        failure = thrown;
        result = null;
      }
    }
  }

  @Override
  public CompletableFuture<@Nullable Object> executeAsync(
      AsyncCall<? extends @Nullable Object> call, Context context) {
    return executeAsyncAround(DirectPolicy.<@Nullable Object>instance(), call, context);
  }

  @Override
  public <U extends @Nullable Object> CompletableFuture<U> executeAsyncAround(
      Policy<U> inner, AsyncCall<? extends U> call, Context context) {
    long start = core.start();
    boolean skipped = core.skips(context);
    core.attemptStarts(1, skipped);
    CompletableFuture<U> source = Stages.start(inner, call, context.withAttempt(1));
    if (source.isDone()
        && !source.isCompletedExceptionally()
        && !core.rejects(Stages.valueOf(source), skipped)) {
      core.succeededAtOnce();
      return source;
    }
    return RetryingCall.goOn(core, core.progress(start, skipped), source, inner, call, context);
  }

  @Override
  public <U extends @Nullable Object> Policy<U> around(Policy<? super U> inner) {
    return new Linked<>(this, inner);
  }

  @Override
  public Iterable<Attempt> attempts() {
    return () -> new AttemptLoop(core);
  }

  @Override
  public RetryConfig config() {
    return core.config;
  }

  @Override
  public PolicyRuntime runtime() {
    return core.runtime;
  }

  @Override
  public void reset() {
    core.reset();
  }

  @Override
  public String describe() {
    return "retry(" + core.name + ")";
  }

  @Override
  public String toString() {
    return describe();
  }

  private static final class Linked<U extends @Nullable Object> extends LinkedPolicy<U> {
    private final LoopingRetry retry;

    Linked(LoopingRetry retry, Policy<? super U> inner) {
      super(retry, inner);
      this.retry = retry;
    }

    @Override
    public U execute(Call<? extends U> call, Context context) throws Exception {
      return retry.executeAround(inner, call, context);
    }

    @Override
    public CompletableFuture<U> executeAsync(AsyncCall<? extends U> call, Context context) {
      return retry.executeAsyncAround(inner, call, context);
    }
  }
}
