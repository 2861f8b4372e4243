package io.firmitas.tck.monitor;

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

/** Answers instead of calls. */
class MonitorFallback<T> implements Fallback<T> {
  final FallbackConfig<T> config;

  /** {@code null} when nothing is to be remembered. */
  private final Memory<T> memory;

  MonitorFallback(FallbackConfig<T> config) {
    this.config = config;
    this.memory = config.lastKnownGood().map(good -> new Memory<>(config, good)).orElse(null);
  }

  // ---- the decisions; a broken fallback overrides one of them

  <I> boolean handles(FallbackHandler<I, T> handler, I input) {
    return handler.handles(input);
  }

  boolean isOurs(Throwable thrown) {
    return thrown.getClass().getPackageName().startsWith("io.firmitas");
  }

  void cancel(CompletableFuture<?> stage) {
    stage.cancel(true);
  }

  // ---- calls

  @Override
  public T execute(Call<? extends T> call, Context context) throws Exception {
    T result;
    try {
      result = call.invoke(context);
    } catch (Throwable thrown) {
      Throwable failure = FailureMatcher.unwrap(thrown);
      FallbackHandler<Throwable, T> handler = handlerFor(failure, context);
      if (handler == null) {
        throw thrown;
      }
      return answer(handler, failure, failure, context);
    }
    FallbackHandler<T, T> handler = handlerFor(result);
    if (handler != null) {
      return answer(handler, result, null, context);
    }
    remember(context, result);
    return result;
  }

  private <I> T answer(FallbackHandler<I, T> handler, I input, Throwable failure, Context context)
      throws Exception {
    T value;
    try {
      value = handler.answer(input, context, runtime());
    } catch (Throwable thrown) {
      throw FailureMatcher.rethrow(failed(handler, failure, thrown));
    }
    config.listeners().publish(new FallbackApplied(name(), failure));
    return value;
  }

  private Throwable failed(FallbackHandler<?, T> handler, Throwable failure, Throwable thrown) {
    if (handler.mapsFailure()) {
      config.listeners().publish(new FallbackApplied(name(), failure));
    } else {
      config.listeners().publish(new FallbackFailed(name(), failure, thrown));
      if (failure != null && failure != thrown && isOurs(thrown)) {
        thrown.addSuppressed(failure);
      }
    }
    return thrown;
  }

  @Override
  public CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
    Answer<T> answer = new Answer<>();
    CompletableFuture<T> source = Stages.start(call, context);
    cancelWith(answer, source);
    Stages.atEnd(
        source,
        (value, thrown) -> {
          if (answer.isDone()) {
            return;
          }
          if (thrown == null) {
            FallbackHandler<T, T> handler = handlerFor(value);
            if (handler == null) {
              remember(context, value);
              answer.settle(value, null);
            } else {
              answerAsync(handler, value, null, context, answer);
            }
            return;
          }
          Throwable failure = FailureMatcher.unwrap(thrown);
          FallbackHandler<Throwable, T> handler = handlerFor(failure, context);
          if (handler == null) {
            answer.settle(null, failure);
          } else {
            answerAsync(handler, failure, failure, context, answer);
          }
        });
    return answer;
  }

  private <I> void answerAsync(
      FallbackHandler<I, T> handler,
      I input,
      Throwable failure,
      Context context,
      Answer<T> answer) {
    CompletableFuture<T> stage = Stages.start(inner -> handler.answerAsync(input, inner), context);
    cancelWith(answer, stage);
    Stages.atEnd(
        stage,
        (value, thrown) -> {
          if (thrown == null) {
            config.listeners().publish(new FallbackApplied(name(), failure));
            answer.settle(value, null);
          } else {
            answer.settle(null, failed(handler, failure, FailureMatcher.unwrap(thrown)));
          }
        });
  }

  private void cancelWith(Answer<T> answer, CompletableFuture<?> stage) {
    Stages.atGivingUp(answer, thrown -> cancel(stage));
  }

  private FallbackHandler<Throwable, T> handlerFor(Throwable failure, Context context) {
    FallbackHandler<Throwable, T> remembered =
        memory == null ? null : memory.handlerFor(failure, context);
    return remembered == null ? first(config.failureHandlers(), failure, "onFailure") : remembered;
  }

  private FallbackHandler<T, T> handlerFor(T result) {
    return first(config.resultHandlers(), result, "onResult");
  }

  private <I> FallbackHandler<I, T> first(
      List<FallbackHandler<I, T>> handlers, I input, String callback) {
    for (FallbackHandler<I, T> handler : handlers) {
      try {
        if (handles(handler, input)) {
          return handler;
        }
      } catch (Throwable thrown) {
        config.listeners().report(name(), callback, thrown);
      }
    }
    return null;
  }

  private void remember(Context context, T value) {
    if (memory != null) {
      memory.remember(context, value);
    }
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

  @Override
  public void reset() {
    if (memory != null) {
      memory.clear();
    }
  }
}
