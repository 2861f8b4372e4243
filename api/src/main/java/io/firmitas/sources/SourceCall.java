package io.firmitas.sources;

import io.firmitas.Context;
import org.jspecify.annotations.Nullable;

/**
 * A call to one of several sources.
 *
 * @param <S> what stands for a source, for example its base address
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface SourceCall<S, R extends @Nullable Object> {
  /**
   * Makes the call.
   *
   * @param source the source to ask
   * @param context the context of the call
   * @return the result
   * @throws Exception when the source does not answer
   */
  R invoke(S source, Context context) throws Exception;
}
