package io.firmitas;

import io.firmitas.internal.ContextFree;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call that does not look at its context.
 *
 * @param call starts the call
 * @param <T> the type of its result
 */
record ContextFreeCall<T extends @Nullable Object>(
    Callable<? extends CompletionStage<? extends T>> call) implements AsyncCall<T>, ContextFree {
  @Override
  public CompletionStage<? extends T> invoke(Context context) throws Exception {
    return call.call();
  }
}
