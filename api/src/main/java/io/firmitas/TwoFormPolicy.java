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
      CompletableFuture<T> future = async.executeAsync(call, context);
      if (future == null) {
        throw new NullPointerException("The asynchronous form returned null instead of a future");
      }
      return future;
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(FailureMatcher.unwrap(failure));
    }
  }

  @Override
  public PolicyRuntime runtime() {
    return sync.runtime();
  }

  @Override
  public void reset() {
    sync.reset();
  }

  @Override
  public String describe() {
    return sync.describe();
  }
}
