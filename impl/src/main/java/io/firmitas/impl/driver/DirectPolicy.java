package io.firmitas.impl.driver;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.internal.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The innermost policy: makes the call and nothing else. A policy that stands alone is around this
 * one.
 *
 * @param <T> what the call returns
 */
public final class DirectPolicy<T extends @Nullable Object> implements Policy<T> {
  private static final DirectPolicy<?> INSTANCE = new DirectPolicy<>();

  private DirectPolicy() {}

  /**
   * The only instance.
   *
   * @param <T> what the call returns
   * @return the policy
   */
  @SuppressWarnings("unchecked") // it has no state, so one instance serves all types
  public static <T extends @Nullable Object> DirectPolicy<T> instance() {
    return (DirectPolicy<T>) INSTANCE;
  }

  @Override
  public T execute(Call<? extends T> call, Context context) throws Exception {
    return call.invoke(context);
  }

  @Override
  @SuppressWarnings("unchecked") // a stage only ever hands its value out
  public CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
    try {
      CompletionStage<? extends T> stage = call.invoke(context);
      if (stage == null) {
        throw new NullPointerException("The asynchronous call returned null instead of a stage");
      }
      return (CompletableFuture<T>) Futures.of(stage);
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(FailureMatcher.unwrap(failure));
    }
  }
}
