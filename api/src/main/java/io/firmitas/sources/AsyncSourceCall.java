package io.firmitas.sources;

import io.firmitas.Context;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call to one of several sources that answers later.
 *
 * @param <S> what stands for a source, for example its base address
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface AsyncSourceCall<S, R extends @Nullable Object> {
  /**
   * Starts the call. It must not block.
   *
   * @param source the source to ask
   * @param context the context of the call
   * @return the stage that completes with the result
   * @throws Exception when the call cannot be started; treated like a failed stage
   */
  CompletionStage<? extends R> invoke(S source, Context context) throws Exception;
}
