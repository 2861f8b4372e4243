package io.firmitas.fallback;

import io.firmitas.Context;
import org.jspecify.annotations.Nullable;

/**
 * Makes the answer of a fallback, looking at the context of the call.
 *
 * @param <I> what it is made from: a failure, or a result that is not wanted
 * @param <T> the type of the answer
 */
@FunctionalInterface
public interface ContextualFallbackFunction<
    I extends @Nullable Object, T extends @Nullable Object> {
  /**
   * Makes the answer.
   *
   * @param input the failure, unwrapped, or the result
   * @param context the context that the fallback was called with
   * @return the answer
   * @throws Exception when there is no answer; the caller then gets this exception
   */
  T apply(I input, Context context) throws Exception;
}
