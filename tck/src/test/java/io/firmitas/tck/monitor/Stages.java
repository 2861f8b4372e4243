package io.firmitas.tck.monitor;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Asynchronous calls as futures. */
public final class Stages {
  private Stages() {}

  /** Makes a call; what it throws, or that it returns nothing, is in the future. */
  public static <T> CompletableFuture<T> start(AsyncCall<? extends T> call, Context context) {
    try {
      return future(call.invoke(context));
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  @SuppressWarnings("unchecked") // a future of a subtype is read only
  public static <T> CompletableFuture<T> future(CompletionStage<? extends T> stage) {
    if (stage == null) {
      return CompletableFuture.failedFuture(
          new NullPointerException("The call returned null instead of a stage"));
    }
    return (CompletableFuture<T>) stage.toCompletableFuture();
  }

  /** Does something when a future ends, however it ends. */
  public static <T> void atEnd(CompletableFuture<T> future, BiConsumer<T, Throwable> end) {
    CompletableFuture<T> unused = future.whenComplete(end);
  }

  /** Does something when a future is cancelled, or completed by hand. */
  static <T> void atGivingUp(Answer<T> future, Consumer<Throwable> end) {
    atEnd(
        future,
        (value, thrown) -> {
          if (future.isGivenUp()) {
            end.accept(thrown);
          }
        });
  }
}
