package io.firmitas.impl.fallback;

import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.fallback.FallbackHandler;
import io.firmitas.impl.driver.PendingCall;
import io.firmitas.impl.driver.Stages;
import io.firmitas.internal.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call under a fallback that has not ended yet, or is being answered by a handler.
 */
final class FallbackCall<T extends @Nullable Object, U extends T> extends PendingCall<U>
    implements BiFunction<U, @Nullable Throwable, @Nullable Void> {
  private final FallbackCore<T> core;
  private final Context context;

  /**
   * What is waited for, so that giving up can stop it: the call, then the answer of the handler.
   */
  private volatile CompletableFuture<?> awaited;

  private FallbackCall(FallbackCore<T> core, CompletableFuture<U> source, Context context) {
    this.core = core;
    this.context = context;
    this.awaited = source;
  }

  static <T extends @Nullable Object, U extends T> FallbackCall<T, U> start(
      FallbackCore<T> core, CompletableFuture<U> source, Context context) {
    FallbackCall<T, U> call = new FallbackCall<>(core, source, context);
    Stages.whenDone(source, call);
    return call;
  }

  @Override
  public @Nullable Void apply(U result, @Nullable Throwable thrown) {
    if (isSettled()) {
      return null;
    }
    if (thrown == null) {
      FallbackHandler<T, T> handler = core.handlerOfResult(result);
      if (handler == null) {
        core.succeeded(result, context);
        settle(result, null);
      } else {
        answer(handler, result, null);
      }
    } else {
      Throwable failure = FailureMatcher.unwrap(thrown);
      FallbackHandler<Throwable, T> handler = core.handlerOf(failure, context);
      if (handler == null) {
        settle(null, failure);
      } else {
        answer(handler, failure, failure);
      }
    }
    return null;
  }

  private <I extends @Nullable Object> void answer(
      FallbackHandler<I, T> handler, I input, @Nullable Throwable failure) {
    CompletableFuture<? extends T> answer;
    try {
      CompletionStage<? extends T> stage = handler.answerAsync(input, context);
      if (stage == null) {
        throw new NullPointerException(
            "The asynchronous fallback returned null instead of a stage");
      }
      answer = Futures.of(stage);
    } catch (Throwable thrown) {
      answer = CompletableFuture.failedFuture(thrown);
    }
    awaited = answer;
    if (isSettled()) {
      answer.cancel(true);
      return;
    }
    Stages.whenDone(
        answer,
        (value, thrown) -> {
          answered(handler, failure, value, thrown);
          return null;
        });
  }

  private void answered(
      FallbackHandler<?, T> handler,
      @Nullable Throwable failure,
      @Nullable T value,
      @Nullable Throwable thrown) {
    if (thrown == null) {
      core.applied(failure);
      settle(value, null);
    } else {
      Throwable unwrapped = FailureMatcher.unwrap(thrown);
      core.failed(handler, failure, unwrapped);
      settle(null, unwrapped);
    }
  }

  /** The handlers make values of {@code T}; a call of a subtype of it accepts them by contract. */
  @SuppressWarnings({"unchecked", "NullAway"})
  private void settle(@Nullable T value, @Nullable Throwable failure) {
    if (trySettle()) {
      if (failure == null) {
        succeed((U) value);
      } else {
        fail(failure);
      }
    }
  }

  @Override
  protected void abandon() {
    awaited.cancel(true);
  }
}
