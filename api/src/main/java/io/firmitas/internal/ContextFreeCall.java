package io.firmitas.internal;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call that does not look at its context, so a policy directly around it need not
 * make one.
 *
 * @param call starts the call
 * @param <T> the type of its result
 */
public record ContextFreeCall<T extends @Nullable Object>(
    Callable<? extends CompletionStage<? extends T>> call) implements AsyncCall<T> {
  @Override
  public CompletionStage<? extends T> invoke(Context context) throws Exception {
    return call.call();
  }
}
