package io.firmitas;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A policy given as two functions. */
record TwoFormPolicy<T extends @Nullable Object>(Policy<T> sync, Policy.AsyncForm<T> async)
    implements Policy<T> {
  @Override
  public T execute(Call<? extends T> call, Context context) throws Exception {
    return sync.execute(call, context);
  }

  @Override
  public CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
    try {
      return async.executeAsync(call, context);
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  @Override
  public PolicyRuntime runtime() {
    return sync.runtime();
  }

  @Override
  public String describe() {
    return sync.describe();
  }
}
