package io.firmitas.tck.monitor;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asynchronous calls as futures. */
final class Stages {
  private Stages() {}

  /** Makes a call; what it throws, or that it returns nothing, is in the future. */
  static <T> CompletableFuture<T> start(AsyncCall<? extends T> call, Context context) {
    try {
      return future(call.invoke(context));
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  @SuppressWarnings("unchecked") // a future of a subtype is read only
  static <T> CompletableFuture<T> future(CompletionStage<? extends T> stage) {
    if (stage == null) {
      return CompletableFuture.failedFuture(
          new NullPointerException("The call returned null instead of a stage"));
    }
    return (CompletableFuture<T>) stage.toCompletableFuture();
  }
}
