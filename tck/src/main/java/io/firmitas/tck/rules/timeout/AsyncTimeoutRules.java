package io.firmitas.tck.rules.timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.event.CallbackFailed;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutBuilder;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Timeouts of asynchronous calls. */
public abstract class AsyncTimeoutRules extends Scenario {
  private final IllegalStateException broken = new IllegalStateException("broken");

  @Test
  @Rule({"TO-14", "TO-02"})
  @DisplayName(
      "asynchronously the future fails on time, the stage is cancelled, and its context too")
  void async() {
    AsyncGate<String> call = new AsyncGate<>();
    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(1))).executeAsync(call.call(), Context.root());
    time.advance(seconds(1).minusNanos(1));
    assertFalse(future.isDone());
    assertFalse(call.context(1).isCancelled());

    time.advance(nanos(1));

    Outcome.of(time, future).assertFailed(TimeoutExceededException.class);
    assertFalse(future.isCancelled());
    assertTrue(call.isCancelled(1));
    assertTrue(call.context(1).isCancelled());
  }

  @Test
  @Rule({"TO-14", "AS-09"})
  @DisplayName("asynchronously the future fails on time also when the stage ignores cancellation")
  void asyncIgnoringCancellation() {
    AsyncGate<String> call = AsyncGate.ignoringCancellation();
    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(1))).executeAsync(call.call(), Context.root());

    time.advance(seconds(1));

    assertTrue(future.isDone(), "on time");
    call.complete("late");
    Outcome.of(time, future).assertFailed(TimeoutExceededException.class);
  }

  @Test
  @Rule("TO-13")
  @DisplayName("without interrupt the future fails on time and the stage is left alone")
  void asyncWithoutInterrupt() {
    AsyncGate<String> call = new AsyncGate<>();
    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(1)).withoutInterrupt())
            .executeAsync(call.call(), Context.root());

    time.advance(seconds(1));

    assertTrue(future.isDone(), "on time");
    Outcome.of(time, future).assertFailed(TimeoutExceededException.class);
    assertFalse(call.isCancelled(1));
  }

  @Test
  @Rule({"TO-14", "TO-02", "TO-15"})
  @DisplayName("the time that a call takes before it answers with a stage counts")
  void blocksBeforeItsStage() {
    AsyncGate<String> call = new AsyncGate<>();

    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(3)))
            .executeAsync(
                context -> {
                  time.advance(seconds(1));
                  return call.call().invoke(context);
                },
                Context.root());
    time.advance(seconds(2).minusNanos(1));
    assertFalse(future.isDone());
    time.advance(nanos(1));

    assertTrue(future.isDone(), "on time");
    Outcome.of(time, future).assertFailed(TimeoutExceededException.class);
  }

  @Test
  @Rule({"TO-02", "TO-15"})
  @DisplayName("a call that blocks for its whole time is too late, whatever it then answers with")
  void blocksTooLong() {
    Timeout timeout = timeout(Timeout.builder(seconds(3)));

    CompletableFuture<@Nullable Object> returned =
        timeout.executeAsync(
            context -> {
              time.advance(seconds(3));
              return CompletableFuture.completedFuture("late");
            },
            Context.root());
    CompletableFuture<@Nullable Object> threw =
        timeout.executeAsync(
            context -> {
              time.advance(seconds(3));
              throw new IOException("late");
            },
            Context.root());

    assertTrue(returned.isDone() && threw.isDone(), "at once");
    Outcome.of(time, returned).assertFailed(TimeoutExceededException.class);
    Outcome.of(time, threw).assertFailed(TimeoutExceededException.class);
    assertEquals(0, time.pendingTimers());
  }

  @Test
  @Rule({"TO-20", "AS-11"})
  @DisplayName(
      "when the runtime is closed, or refuses the timer, the stage and the context are cancelled,"
          + " interrupting or not")
  void withoutTimer() {
    for (TimeoutBuilder settings :
        List.of(Timeout.builder(seconds(1)), Timeout.builder(seconds(1)).withoutInterrupt())) {
      time = new VirtualRuntime();
      Timeout timeout = timeout(settings);
      AsyncGate<String> call = new AsyncGate<>();

      CompletableFuture<@Nullable Object> abandoned =
          timeout.executeAsync(call.call(), Context.root());
      assertFalse(call.isCancelled(1));
      time.close();
      CompletableFuture<@Nullable Object> refused =
          timeout.executeAsync(call.call(), Context.root());

      for (CompletableFuture<?> future : List.of(abandoned, refused)) {
        assertTrue(future.isDone(), "at once");
        Outcome.of(time, future).assertFailed(RejectedExecutionException.class);
      }
      for (int invocation = 1; invocation <= call.invocations(); invocation++) {
        assertTrue(call.isCancelled(invocation), "stage of " + invocation);
        assertTrue(call.context(invocation).isCancelled(), "context of " + invocation);
      }
    }
  }

  @EachMode
  @Rule({"TO-11", "TO-14"})
  @DisplayName("the cancelled context stops a retry inside: no further attempt after the limit")
  void retryInside(Mode mode) {
    ScriptedCall<String> call =
        new ScriptedCall<String>().taking(millis(700), time).fail(new IOException());
    Policy<Object> policy =
        Policies.wrap(
            timeout(Timeout.builder(seconds(1))),
            retry(Retry.builder().maxAttempts(2_000).delay(seconds(0))));

    run(mode, policy, call).assertTook(seconds(1)).assertFailed(TimeoutExceededException.class);
    time.advance(seconds(60));

    assertEquals(2, call.count());
    assertEquals(0, time.pendingTimers());
  }

  @Test
  @Rule("TO-21")
  @DisplayName(
      "when the context outside is cancelled, the context of the call is cancelled with it")
  void cancelledOutside() {
    Cancellation outside = new Cancellation();
    AsyncGate<String> call = new AsyncGate<>();
    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(1)))
            .executeAsync(call.call(), Context.root().withCancellation(outside));
    assertFalse(future.isDone());
    assertFalse(call.context(1).isCancelled());

    outside.cancel();

    assertTrue(call.context(1).isCancelled());
  }

  @Test
  @Rule({"TO-22", "TO-14"})
  @DisplayName(
      "an action on the cancellation that throws is reported; the stage is cancelled, the future"
          + " fails on time")
  void throwingAction() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(1)))
            .executeAsync(
                context -> {
                  context
                      .cancellation()
                      .orElseThrow()
                      .onCancel(
                          () -> {
                            throw broken;
                          });
                  return stage;
                },
                Context.root());

    time.advance(seconds(1));

    assertTrue(future.isDone(), "on time");
    Outcome.of(time, future).assertFailed(TimeoutExceededException.class);
    assertTrue(stage.isCancelled());
    assertReported(broken);
  }

  @Test
  @Rule({"TO-22", "TO-14"})
  @DisplayName("a stage that throws when it is cancelled is reported, and the future fails on time")
  void throwingStage() {
    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(1)))
            .executeAsync(
                context ->
                    new CompletableFuture<String>() {
                      @Override
                      public boolean cancel(boolean mayInterruptIfRunning) {
                        throw broken;
                      }
                    },
                Context.root());

    time.advance(seconds(1));

    assertTrue(future.isDone(), "on time");
    Outcome.of(time, future).assertFailed(TimeoutExceededException.class);
    assertReported(broken);
  }

  /** Exactly once, and nothing else. */
  private void assertReported(Throwable thrown) {
    assertEquals(
        List.of(thrown),
        events.of(CallbackFailed.class).stream().map(CallbackFailed::failure).toList());
    assertEquals(List.of(), time.takeFailures(), "what reached the runtime's threads");
  }
}
