package io.firmitas.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Turns what users hand us into futures. */
public final class Futures {
  private Futures() {}

  /**
   * The future of a stage. A stage that does not have one, which {@link
   * CompletionStage#toCompletableFuture()} allows, is copied into one; cancelling that copy does
   * not reach the stage.
   *
   * @param stage the stage
   * @param <T> the type of its value
   * @return the future
   */
  public static <T extends @Nullable Object> CompletableFuture<T> of(CompletionStage<T> stage) {
    CompletableFuture<T> future;
    try {
      future = stage.toCompletableFuture();
    } catch (UnsupportedOperationException optional) {
      CompletableFuture<T> copy = new CompletableFuture<>();
      stage.handle(
          (value, failure) ->
              failure == null ? copy.complete(value) : copy.completeExceptionally(failure));
      return copy;
    }
    if (future == null) {
      throw new NullPointerException("toCompletableFuture() of the returned stage is null");
    }
    return future;
  }
}
