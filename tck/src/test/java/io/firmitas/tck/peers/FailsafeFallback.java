package io.firmitas.tck.peers;

import dev.failsafe.event.ExecutionAttemptedEvent;
import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.FallbackApplied;
import io.firmitas.event.FallbackFailed;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.fallback.FallbackHandler;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The fallback of Failsafe: one function, which asks the handlers; made for each call's context.
 */
final class FailsafeFallback<T> implements Fallback<T> {
  private final FallbackConfig<T> config;
  private final FailsafeCalls calls;

  FailsafeFallback(FallbackConfig<T> config) {
    this.config = config;
    this.calls = new FailsafeCalls(config.runtime(), thrown -> thrown);
  }

  private dev.failsafe.Fallback<T> fallback(Context context) {
    return dev.failsafe.Fallback.<T>builder(
            (ExecutionAttemptedEvent<? extends T> attempt) -> answer(attempt, context))
        .handleIf((result, thrown) -> isHandled(result, thrown))
        .build();
  }

  private boolean isHandled(T result, Throwable thrown) {
    return thrown == null
        ? first(config.resultHandlers(), result, "onResult") != null
        : first(config.failureHandlers(), FailureMatcher.unwrap(thrown), "onFailure") != null;
  }

  private T answer(ExecutionAttemptedEvent<? extends T> attempt, Context context) throws Exception {
    Throwable thrown = attempt.getLastException();
    if (thrown == null) {
      T result = attempt.getLastResult();
      return answer(first(config.resultHandlers(), result, "onResult"), result, null, context);
    }
    Throwable failure = FailureMatcher.unwrap(thrown);
    return answer(first(config.failureHandlers(), failure, "onFailure"), failure, failure, context);
  }

  private <I> T answer(FallbackHandler<I, T> handler, I input, Throwable failure, Context context)
      throws Exception {
    try {
      T value = handler.answer(input, context, runtime());
      config.listeners().publish(new FallbackApplied(name(), failure));
      return value;
    } catch (Exception | Error thrown) {
      config
          .listeners()
          .publish(
              handler.mapsFailure()
                  ? new FallbackApplied(name(), failure)
                  : new FallbackFailed(name(), failure, thrown));
      throw thrown;
    }
  }

  private <I> FallbackHandler<I, T> first(
      List<FallbackHandler<I, T>> handlers, I input, String callback) {
    for (FallbackHandler<I, T> handler : handlers) {
      try {
        if (handler.handles(input)) {
          return handler;
        }
      } catch (RuntimeException | Error thrown) {
        config.listeners().report(name(), callback, thrown);
      }
    }
    return null;
  }

  @Override
  public T execute(Call<? extends T> call, Context context) throws Exception {
    return calls.call(fallback(context), call, attempt -> context);
  }

  @Override
  public CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
    return calls.callAsync(fallback(context), call, attempt -> context);
  }

  @Override
  public FallbackConfig<T> config() {
    return config;
  }

  @Override
  public PolicyRuntime runtime() {
    return config.runtime();
  }

  @Override
  public String describe() {
    return "fallback(" + name() + ")";
  }
}
