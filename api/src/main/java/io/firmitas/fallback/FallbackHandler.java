package io.firmitas.fallback;

import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One handler of a fallback, in its synchronous and its asynchronous form. Immutable and
 * thread-safe; for providers.
 *
 * @param <I> what it answers: failures or results
 * @param <T> the type of the answer
 */
public final class FallbackHandler<I extends @Nullable Object, T extends @Nullable Object> {
  private final Condition<? super I> condition;
  private final @Nullable ContextualFallbackFunction<? super I, ? extends T> sync;
  private final @Nullable ContextualFallbackFunction<? super I, ? extends CompletionStage<? extends T>>
      async;
  private final boolean mapsFailure;

  FallbackHandler(
      Condition<? super I> condition,
      @Nullable ContextualFallbackFunction<? super I, ? extends T> sync,
      @Nullable ContextualFallbackFunction<? super I, ? extends CompletionStage<? extends T>> async,
      boolean mapsFailure) {
    this.condition = condition;
    this.sync = sync;
    this.async = async;
    this.mapsFailure = mapsFailure;
  }

  /**
   * A handler that answers every input with a value.
   *
   * @param value the answer
   * @param <I> what it answers
   * @param <T> the type of the answer
   * @return the handler
   */
  public static <I extends @Nullable Object, T extends @Nullable Object>
      FallbackHandler<I, T> answering(T value) {
    return new FallbackHandler<>(input -> true, (input, context) -> value, null, false);
  }

  /**
   * Whether this handler is for a failure or result.
   *
   * @param input the failure, unwrapped, or the result
   * @return true when it is
   * @throws RuntimeException what a condition throws
   */
  public boolean handles(I input) {
    return condition.holds(input);
  }

  /**
   * Whether this handler always throws, on purpose: it turns a failure into another one.
   *
   * @return true when what it throws is its answer
   */
  public boolean mapsFailure() {
    return mapsFailure;
  }

  /**
   * Makes the answer on this thread; waits for an asynchronous handler.
   *
   * @param input the failure or result
   * @param context the context
   * @param runtime the runtime used to wait
   * @return the answer
   * @throws Exception what the handler throws
   */
  public T answer(I input, Context context, PolicyRuntime runtime) throws Exception {
    return sync != null
        ? sync.apply(input, context)
        : runtime.<T>await(answerAsync(input, context));
  }

  /**
   * Makes the answer asynchronously; a synchronous handler runs on this thread.
   *
   * @param input the failure or result
   * @param context the context
   * @return completes with the answer
   * @throws Exception what the handler throws
   */
  public CompletionStage<? extends T> answerAsync(I input, Context context) throws Exception {
    if (async != null) {
      return async.apply(input, context);
    }
    if (sync == null) {
      throw new AssertionError("a handler has one of the two forms");
    }
    return CompletableFuture.<T>completedFuture(sync.apply(input, context));
  }

  @FunctionalInterface
  interface Condition<I extends @Nullable Object> {
    boolean holds(I input);
  }

  /**
   * A failure is handled by a type that it is an instance of. Interrupts, cancellations and errors
   * of the virtual machine are handled only by a type within their own kind, other errors also by
   * {@code Throwable}.
   */
  static Condition<Throwable> typeCondition(Class<? extends Throwable> type) {
    return failure ->
        type.isInstance(failure)
            && (!(failure instanceof InterruptedException) || type == InterruptedException.class)
            && (!(failure instanceof CancellationException)
                || CancellationException.class.isAssignableFrom(type))
            && (!(failure instanceof VirtualMachineError)
                || VirtualMachineError.class.isAssignableFrom(type));
  }
}
