package io.firmitas.tck.peers;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Policy;
import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.tck.monitor.Stages;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Calls through a policy of Failsafe in both forms. */
final class FailsafeCalls {
  private final PolicyRuntime runtime;
  private final Function<Throwable, Throwable> translation;

  FailsafeCalls(PolicyRuntime runtime, Function<Throwable, Throwable> translation) {
    this.runtime = runtime;
    this.translation = translation;
  }

  private <T> FailsafeExecutor<T> executor(Policy<T> policy) {
    return Failsafe.with(policy).with(new FailsafeScheduler(runtime));
  }

  <T> T call(Policy<T> policy, Call<? extends T> call, IntFunction<Context> contexts)
      throws Exception {
    try {
      return executor(policy)
          .get(execution -> call.invoke(contexts.apply(execution.getAttemptCount() + 1)));
    } catch (Throwable thrown) {
      throw FailureMatcher.rethrow(translated(thrown));
    }
  }

  <T> CompletableFuture<T> callAsync(
      Policy<T> policy, AsyncCall<? extends T> call, IntFunction<Context> contexts) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    CompletableFuture<T> stage =
        executor(policy)
            .getStageAsync(
                execution ->
                    Stages.<T>start(call, contexts.apply(execution.getAttemptCount() + 1)));
    Stages.atEnd(
        stage,
        (value, thrown) -> {
          if (thrown == null) {
            answer.complete(value);
          } else {
            answer.completeExceptionally(translated(FailureMatcher.unwrap(thrown)));
          }
        });
    Stages.atEnd(
        answer,
        (value, thrown) -> {
          if (answer.isCancelled()) {
            stage.cancel(true);
          }
        });
    return answer;
  }

  /** Checked exceptions arrive in a wrapper. */
  private Throwable translated(Throwable thrown) {
    boolean wrapped = thrown.getClass() == FailsafeException.class && thrown.getCause() != null;
    return translation.apply(wrapped ? thrown.getCause() : thrown);
  }
}
