package io.firmitas;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One policy around another. Linked once; a call makes no object to pass from the outer to the
 * inner one.
 */
final class ComposedPolicy<T extends @Nullable Object> implements Policy<T> {
  private final Policy<? super T> outer;
  private final Policy<T> inner;

  ComposedPolicy(Policy<? super T> outer, Policy<T> inner) {
    this.outer = outer;
    this.inner = inner;
  }

  @Override
  public T execute(Call<? extends T> call, Context context) throws Exception {
    return outer.executeAround(inner, call, context);
  }

  @Override
  public CompletableFuture<T> executeAsync(AsyncCall<? extends T> call, Context context) {
    return outer.executeAsyncAround(inner, call, context);
  }

  /** The runtime of the outermost policy that does not use the system's. */
  @Override
  public PolicyRuntime runtime() {
    PolicyRuntime runtime = outer.runtime();
    return runtime == PolicyRuntime.system() ? inner.runtime() : runtime;
  }

  @Override
  public void reset() {
    outer.reset();
    inner.reset();
  }

  @Override
  public String describe() {
    return outer.describe() + " > " + inner.describe();
  }

  @Override
  public String toString() {
    return describe();
  }
}
