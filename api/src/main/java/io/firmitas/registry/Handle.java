package io.firmitas.registry;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the policy that a name means at the moment. Each call reads it once and stays with it
 * to its end, so its outcome goes to the instance that admitted it.
 */
abstract class Handle<T extends @Nullable Object, P extends Policy<T>> implements Policy<T> {
  private final Current<P> current;

  Handle(Current<P> current) {
    this.current = current;
  }

  final P current() {
    return current.get();
  }

  @Override
  public final T execute(Call<? extends T> call, Context context) throws Exception {
    return current().execute(call, context);
  }

  @Override
  public final <U extends T> U executeAround(
      Policy<U> inner, Call<? extends U> call, Context context) throws Exception {
    return current().executeAround(inner, call, context);
  }

  @Override
  public final CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
    return current().executeAsync(call, context);
  }

  @Override
  public final <U extends T> CompletableFuture<U> executeAsyncAround(
      Policy<U> inner, AsyncCall<? extends U> call, Context context) {
    return current().executeAsyncAround(inner, call, context);
  }

  @Override
  public final PolicyRuntime runtime() {
    return current().runtime();
  }

  @Override
  public final void reset() {
    current().reset();
  }

  @Override
  public final String describe() {
    return current().describe();
  }

  @Override
  public final String toString() {
    return current().toString();
  }
}
