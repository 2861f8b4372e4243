package io.firmitas.testkit;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a {@link ScriptedCall}.
 *
 * @param answer returns the value or throws the failure
 * @param runtime lets the time pass, or {@code null} when the outcome takes none
 * @param nanos how long it takes
 */
record Outcome<T extends @Nullable Object>(
    Callable<T> answer, @Nullable PolicyRuntime runtime, long nanos) {
  T play() throws Exception {
    if (runtime != null) {
      runtime.sleep(nanos);
    }
    return answer.call();
  }

  CompletableFuture<T> playAsync() {
    CompletableFuture<T> stage = new CompletableFuture<>();
    if (runtime == null) {
      complete(stage);
    } else {
      PolicyRuntime.Timer timer = runtime.schedule(nanos, new Completion<>(this, stage));
      var unused = stage.whenComplete((value, failure) -> timer.cancel());
    }
    return stage;
  }

  private void complete(CompletableFuture<T> stage) {
    try {
      stage.complete(answer.call());
    } catch (Throwable failure) {
      stage.completeExceptionally(failure);
    }
  }

  private record Completion<T extends @Nullable Object>(
      Outcome<T> outcome, CompletableFuture<T> stage) implements ScheduledTask {
    @Override
    public void run() {
      outcome.complete(stage);
    }

    @Override
    public void abandoned(RejectedExecutionException reason) {
      stage.completeExceptionally(reason);
    }
  }
}
