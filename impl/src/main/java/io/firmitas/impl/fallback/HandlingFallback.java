package io.firmitas.impl.fallback;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.fallback.FallbackHandler;
import io.firmitas.impl.driver.DirectPolicy;
import io.firmitas.impl.driver.LinkedPolicy;
import io.firmitas.impl.driver.Stages;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The fallback: drivers for both kinds of calls around the decisions of {@link FallbackCore}.
 *
 * @param <T> what the guarded calls return
 */
public final class HandlingFallback<T extends @Nullable Object> implements Fallback<T> {
  private final FallbackCore<T> core;

  /**
   * Makes a fallback.
   *
   * @param config its configuration
   */
  public HandlingFallback(FallbackConfig<T> config) {
    core = new FallbackCore<>(config);
  }

  @Override
  public T execute(Call<? extends T> call, Context context) throws Exception {
    return executeAround(DirectPolicy.<T>instance(), call, context);
  }

  @Override
  @SuppressWarnings("unchecked") // handlers make values of T, which the call accepts by contract
  public <U extends T> U executeAround(Policy<U> inner, Call<? extends U> call, Context context)
      throws Exception {
    U result;
    try {
      result = inner.execute(call, context);
    } catch (Throwable failure) {
      Throwable unwrapped = FailureMatcher.unwrap(failure);
      FallbackHandler<Throwable, T> handler = core.handlerOf(unwrapped, context);
      if (handler == null) {
        throw failure;
      }
      return (U) answer(handler, unwrapped, unwrapped, context);
    }
    FallbackHandler<T, T> handler = core.handlerOfResult(result);
    if (handler != null) {
      return (U) answer(handler, result, null, context);
    }
    core.succeeded(result, context);
    return result;
  }

  private <I extends @Nullable Object> T answer(
      FallbackHandler<I, T> handler, I input, @Nullable Throwable failure, Context context)
      throws Exception {
    try {
      T answer = handler.answer(input, context, core.runtime);
      core.applied(failure);
      return answer;
    } catch (Throwable thrown) {
      core.failed(handler, failure, thrown);
      throw thrown;
    }
  }

  @Override
  public CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
    return executeAsyncAround(DirectPolicy.<T>instance(), call, context);
  }

  @Override
  public <U extends T> CompletableFuture<U> executeAsyncAround(
      Policy<U> inner, AsyncCall<? extends U> call, Context context) {
    CompletableFuture<U> source = Stages.start(inner, call, context);
    if (source.isDone()
        && !source.isCompletedExceptionally()
        && core.handlerOfResult(Stages.valueOf(source)) == null) {
      core.succeeded(Stages.valueOf(source), context);
      return source;
    }
    return FallbackCall.start(core, source, context);
  }

  @Override
  public <U extends T> Policy<U> around(Policy<? super U> inner) {
    return new Linked<>(this, inner);
  }

  @Override
  public FallbackConfig<T> config() {
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
    return "fallback(" + core.name + ")";
  }

  @Override
  public String toString() {
    return describe();
  }

  private static final class Linked<T extends @Nullable Object, U extends T>
      extends LinkedPolicy<U> {
    private final HandlingFallback<T> fallback;

    Linked(HandlingFallback<T> fallback, Policy<? super U> inner) {
      super(fallback, inner);
      this.fallback = fallback;
    }

    @Override
    public U execute(Call<? extends U> call, Context context) throws Exception {
      return fallback.executeAround(inner, call, context);
    }

    @Override
    public CompletableFuture<U> executeAsync(AsyncCall<? extends U> call, Context context) {
      return fallback.executeAsyncAround(inner, call, context);
    }
  }
}
