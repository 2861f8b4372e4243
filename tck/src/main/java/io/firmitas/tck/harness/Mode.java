package io.firmitas.tck.harness;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The two forms of a call. A scenario says what happens; the mode makes it happen and tells how it
 * ended, alike for both.
 */
public enum Mode {
  /** {@link Policy#execute} on this thread. */
  SYNC {
    @Override
    <T extends @Nullable Object> Outcome finish(
        VirtualRuntime time, Policy<T> policy, ScriptedCall<? extends T> call, Context context) {
      Call<? extends T> form = call.asCall();
      return Outcome.of(() -> policy.execute(form, context));
    }
  },
  /** {@link Policy#executeAsync}, and virtual time until its future is done. */
  ASYNC {
    @Override
    <T extends @Nullable Object> Outcome finish(
        VirtualRuntime time, Policy<T> policy, ScriptedCall<? extends T> call, Context context) {
      AsyncCall<? extends T> form = call.asAsyncCall();
      CompletableFuture<T> future = policy.executeAsync(form, context);
      return Outcome.of(time, future);
    }
  };

  abstract <T extends @Nullable Object> Outcome finish(
      VirtualRuntime time, Policy<T> policy, ScriptedCall<? extends T> call, Context context);

  /**
   * Runs a call under a policy to its end, in virtual time. The thread's interrupt flag is taken
   * into the outcome.
   */
  <T extends @Nullable Object> Outcome run(
      VirtualRuntime time, Policy<T> policy, ScriptedCall<? extends T> call, Context context) {
    Duration start = time.elapsed();
    Outcome outcome = finish(time, policy, call, context);
    return outcome.after(time.elapsed().minus(start), Thread.interrupted());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
