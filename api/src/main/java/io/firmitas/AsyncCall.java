package io.firmitas;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call that answers later, guarded by a policy.
 *
 * @param <T> the type of its result
 */
@FunctionalInterface
public interface AsyncCall<T extends @Nullable Object> {
  /**
   * Starts the call. It must not block. Policies may invoke it several times, one after the other.
   *
   * <p>When the caller gives up, the returned stage is cancelled if its {@link
   * CompletionStage#toCompletableFuture()} allows.
   *
   * @param context tells the attempt's number, the deadline and whether the caller has given up
   * @return the stage that completes with the result; {@code null} counts as a {@link
   *     NullPointerException} of the call
   * @throws Exception when the call cannot be started; treated like a failed stage
   */
  CompletionStage<? extends T> invoke(Context context) throws Exception;
}
