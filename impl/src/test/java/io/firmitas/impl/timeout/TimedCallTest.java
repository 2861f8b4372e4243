package io.firmitas.impl.timeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import io.firmitas.impl.KeptObjects;
import io.firmitas.impl.driver.Stages;
import io.firmitas.impl.runtime.DelegatingRuntime;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TimedCallTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualRuntime runtime = new VirtualRuntime();
  private final EventRecorder events = new EventRecorder();
  private final Timeout timeout = Timeout.builder(SECOND).runtime(runtime).listener(events).build();

  private static final class Uncancellable extends CompletableFuture<String> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      throw new IllegalStateException("expected by the test");
    }
  }

  @Test
  @DisplayName("invariant 9: the call fails on time although cancelling its stage throws")
  void cancelThrows() {
    CompletableFuture<String> result = timeout.callAsync(context -> new Uncancellable());
    runtime.advance(SECOND);
    assertThat(result).isCompletedExceptionally();
    assertThat(Stages.failureOf(result)).isInstanceOf(TimeoutExceededException.class);
    assertThat(runtime.takeFailures()).isEmpty();
  }

  @Test
  @DisplayName(
      "invariant 9: the call fails on time, its stage cancelled, although an action throws")
  void cancellationActionThrows() {
    CompletableFuture<String> source = new CompletableFuture<>();
    CompletableFuture<String> result =
        timeout.callAsync(
            context -> {
              context
                  .cancellation()
                  .orElseThrow()
                  .onCancel(
                      () -> {
                        throw new IllegalStateException("expected by the test");
                      });
              return source;
            });
    runtime.advance(SECOND);
    assertThat(Stages.failureOf(result)).isInstanceOf(TimeoutExceededException.class);
    assertThat(source).isCancelled();
    assertThat(runtime.takeFailures()).isEmpty();
  }

  @Test
  @DisplayName("invariant 10: whichever way a call ends, no timer and no registration is left")
  void nothingIsLeft() {
    Cancellation caller = new Cancellation();
    Context context = Context.root().withCancellation(caller);
    CompletableFuture<String> done = new CompletableFuture<>();
    CompletableFuture<Object> finished = timeout.executeAsync(inner -> done, context);
    done.complete("v");
    assertThat(finished).isCompletedWithValue("v");
    CompletableFuture<Object> cancelled =
        timeout.executeAsync(inner -> new CompletableFuture<>(), context);
    cancelled.cancel(true);
    CompletableFuture<Object> late =
        timeout.executeAsync(inner -> new CompletableFuture<>(), context);
    runtime.advance(SECOND);
    assertThat(late).isCompletedExceptionally();
    assertThat(runtime.pendingTimers()).isZero();

    CompletableFuture<Object> obedient =
        timeout.executeAsync(inner -> new CompletableFuture<>(), context);
    caller.cancel();
    assertThat(obedient).isCancelled();
    assertThat(runtime.pendingTimers()).isZero();
  }

  @Test
  @DisplayName(
      "invariant 10: a call that ends while its timer is being set leaves no timer and no"
          + " registration")
  void endsWhileItBegins() {
    Cancellation caller = new Cancellation();
    CompletableFuture<String> source = new CompletableFuture<>();
    PolicyRuntime completing =
        new DelegatingRuntime(runtime) {
          @Override
          public Timer schedule(long delayNanos, ScheduledTask task) {
            source.complete("v");
            return super.schedule(delayNanos, task);
          }
        };

    CompletableFuture<Object> result =
        Timeout.builder(SECOND)
            .runtime(completing)
            .build()
            .executeAsync(inner -> source, Context.root().withCancellation(caller));

    assertThat(result).isCompletedWithValue("v");
    assertThat(runtime.pendingTimers()).isZero();
    assertThat(KeptObjects.registrationsOf(caller)).isZero();
  }
}
