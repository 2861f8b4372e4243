package io.firmitas.tck.rules.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.AttemptStarted;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitState;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.RecordingBudget;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Giving up an asynchronous call, and calls on the executor. */
public abstract class CancelRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreaker halfOpen() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1));
    breaker.forceHalfOpen();
    return breaker;
  }

  @Test
  @Rule("AS-05")
  @DisplayName(
      "H10: cancelling cancels the stage; the future is cancelled and get throws"
          + " CancellationException")
  void cancels() {
    List<Policy<String>> policies =
        List.of(
            Policies.<String>wrap(breaker(CircuitBreaker.builder())),
            Policies.<String>wrap(retry(Retry.builder())),
            Policies.<String>wrap(timeout(Timeout.builder(seconds(1)))),
            fallback(Fallback.<String>builder().on(Exception.class, thrown -> "cached")),
            Policies.<String>wrap(
                fallback(Fallback.<String>builder().on(Exception.class, thrown -> "cached")),
                retry(Retry.builder()),
                breaker(CircuitBreaker.builder()),
                timeout(Timeout.builder(seconds(1)))));
    for (Policy<String> policy : policies) {
      AsyncGate<String> gate = new AsyncGate<>();
      CompletableFuture<String> future = policy.executeAsync(gate.call(), Context.root());

      assertTrue(future.cancel(true));

      assertTrue(future.isCancelled());
      assertThrows(CancellationException.class, future::get);
      assertTrue(gate.isCancelled(1), policy.describe());
      assertEquals(0, time.pendingTimers(), policy.describe());
      assertEquals(1, gate.invocations());
    }
  }

  @Test
  @Rule({"AS-06", "RN-07"})
  @DisplayName("cancelled during a delay: no further attempt, and the timer is taken back")
  void cancelledInDelay() {
    ScriptedCall<String> call = failing(failure);
    CompletableFuture<@Nullable Object> future =
        retry(Retry.builder().delay(seconds(5)).jitter((delay, random) -> delay))
            .executeAsync(call.asAsyncCall(), Context.root());
    assertEquals(1, time.pendingTimers());

    future.cancel(true);
    assertEquals(0, time.pendingTimers());
    time.advance(seconds(60));

    assertEquals(1, call.count());
    assertTrue(future.isCancelled());
  }

  @Test
  @Rule({"AS-06", "AS-07"})
  @DisplayName(
      "C51: cancelled during an attempt through a breaker: no further attempt, the permit is given"
          + " back")
  void cancelledInAttempt() {
    CircuitBreaker breaker = halfOpen();
    AsyncGate<String> gate = AsyncGate.ignoringCancellation();
    Policy<Object> policy = Policies.wrap(retry(Retry.builder().delay(seconds(0))), breaker);
    CompletableFuture<Object> future = policy.executeAsync(gate.call(), Context.root());
    assertEquals(0, breaker.snapshot().permittedCalls());

    future.cancel(true);

    assertEquals(1, breaker.snapshot().permittedCalls());
    gate.fail(failure);
    assertEquals(1, gate.invocations());
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.snapshot().permittedCalls());
  }

  @Test
  @Rule({"AS-05", "AS-06", "EV-08", "EV-09"})
  @DisplayName(
      "an attempt that cancels its own call is the last: its stage is cancelled, and nothing is"
          + " scheduled or told after the end")
  void cancelledByItsAttempt() {
    AsyncGate<String> pending = new AsyncGate<>();
    assertEndsBySecond(pending.call());
    assertTrue(pending.isCancelled(1), "the stage is cancelled");

    assertEndsBySecond(failing(failure).asAsyncCall());
  }

  private void assertEndsBySecond(AsyncCall<String> second) {
    Retry retry = retry(Retry.builder().delay(seconds(5)).jitter((delay, random) -> delay));
    List<CompletableFuture<?>> own = new ArrayList<>();
    own.add(
        retry.executeAsync(
            context -> {
              if (own.isEmpty()) {
                throw failure;
              }
              own.get(0).cancel(true);
              return second.invoke(context);
            },
            Context.root()));
    events.clear();

    time.advance(seconds(5));
    time.awaitTasks();

    assertTrue(own.get(0).isCancelled());
    assertEquals(0, time.pendingTimers());
    assertEquals(List.of("AttemptStarted", "RetryFailed"), events.kinds());
  }

  @Test
  @Rule({"AS-07", "CB-21"})
  @DisplayName(
      "P8: a cancelled probe whose stage never ends is neutral, and the next call is the probe")
  void cancelledProbe() {
    CircuitBreaker breaker = halfOpen();
    AsyncGate<String> gate = AsyncGate.ignoringCancellation();

    breaker.executeAsync(gate.call(), Context.root()).cancel(true);

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.snapshot().permittedCalls());
    Outcome.of(time, breaker.executeAsync(returning("page").asAsyncCall(), Context.root()))
        .assertReturned("page");
    assertEquals(CircuitState.CLOSED, breaker.state());
    gate.fail(failure);
    assertEquals(0, breaker.failures());
  }

  @Test
  @Rule({"AS-10", "CX-12"})
  @DisplayName("U15: submit runs each attempt as a task on the runtime's executor")
  void submit() {
    List<Integer> attempts = new ArrayList<>();
    CompletableFuture<String> future =
        retry(Retry.builder().delay(seconds(1)))
            .submit(
                () -> {
                  attempts.add(attempts.size() + 1);
                  if (attempts.size() < 3) {
                    throw failure;
                  }
                  return "page";
                });
    assertEquals(List.of(), attempts);

    Outcome.of(time, future).assertReturned("page");

    assertEquals(List.of(1, 2, 3), attempts);
    assertTrue(time.tasksRun() >= 3);
    assertEquals(List.of(), time.sleeps());
  }

  @Test
  @Rule({"AS-10", "AS-07"})
  @DisplayName(
      "F15 H10: a submitted call cancelled before its start never runs, and its permit is given"
          + " back")
  void cancelledBeforeStart() {
    CircuitBreaker breaker = halfOpen();
    List<String> ran = new ArrayList<>();
    CompletableFuture<String> future =
        breaker.submit(
            () -> {
              ran.add("ran");
              return "page";
            });
    assertEquals(0, breaker.snapshot().permittedCalls());

    future.cancel(true);
    time.awaitTasks();

    assertTrue(future.isCancelled());
    assertEquals(List.of(), ran);
    assertEquals(1, breaker.snapshot().permittedCalls());
    Outcome.of(time, breaker.submit(() -> "next")).assertReturned("next");
  }

  @Test
  @Rule("AS-10")
  @DisplayName("cancelling a submitted call that runs interrupts it")
  void cancelledWhileRunning() throws Exception {
    time = VirtualRuntime.stepwise();
    CountDownLatch interrupted = new CountDownLatch(1);
    CompletableFuture<String> future =
        breaker(CircuitBreaker.builder())
            .submit(
                () -> {
                  try {
                    time.sleep(seconds(60).toNanos());
                    return "not interrupted";
                  } catch (InterruptedException expected) {
                    interrupted.countDown();
                    throw expected;
                  }
                });
    time.awaitSleepers(1);

    future.cancel(true);

    assertTrue(interrupted.await(10, TimeUnit.SECONDS), "the call was not interrupted");
    time.awaitTasks();
  }

  @Test
  @Rule({"AS-11", "RT-45"})
  @DisplayName(
      "a call waiting for its next attempt fails when the runtime is closed, with a report")
  void closedRuntime() {
    CompletableFuture<@Nullable Object> waiting =
        retry(Retry.builder().delay(seconds(5)).jitter((delay, random) -> delay))
            .executeAsync(failing(failure).asAsyncCall(), Context.root());
    CompletableFuture<@Nullable Object> timed =
        timeout(Timeout.builder(seconds(5)))
            .executeAsync(new AsyncGate<String>().call(), Context.root());
    assertFalse(waiting.isDone());

    time.close();

    assertTrue(waiting.isDone() && timed.isDone(), "nobody waits for a closed runtime");
    Outcome retried = Outcome.of(time, waiting);
    if (retried.failure() != failure) {
      retried.assertFailed(RejectedExecutionException.class);
    }
    Outcome.of(time, timed).assertFailed(RejectedExecutionException.class);
    assertInstanceOf(RejectedExecutionException.class, events.last(CallbackFailed.class).failure());
  }

  @Test
  @Rule("AS-11")
  @DisplayName("a call that waits after a rejected result fails when the runtime is closed")
  void closedAfterResult() {
    CompletableFuture<@Nullable Object> waiting =
        retry(
                Retry.builder()
                    .delay(seconds(5))
                    .jitter((delay, random) -> delay)
                    .retryOnResult(String.class, "pending"::equals))
            .executeAsync(returning("pending").asAsyncCall(), Context.root());

    time.close();

    assertTrue(waiting.isDone(), "nobody waits for a closed runtime");
    Outcome.of(time, waiting).assertFailed(RejectedExecutionException.class);
  }

  @Test
  @Rule({"AS-11", "RT-42", "RT-45"})
  @DisplayName("a retry whose runtime is closed during an attempt ends with it, and its budget too")
  void closedDuringAttempt() {
    RecordingBudget budget = new RecordingBudget();
    Retry retry =
        retry(Retry.builder().delay(seconds(5)).jitter((delay, random) -> delay).budget(budget));

    CompletableFuture<@Nullable Object> future =
        retry.executeAsync(
            context -> {
              time.close();
              throw failure;
            },
            Context.root());

    assertTrue(future.isDone(), "nobody waits for a closed runtime");
    Outcome retried = Outcome.of(time, future);
    if (retried.failure() != failure) {
      retried.assertFailed(RejectedExecutionException.class);
    }
    assertEquals(
        List.of("started", "failed"),
        budget.told().stream().filter(word -> !word.equals("asked")).toList());
    assertEquals(1, events.of(AttemptStarted.class).size());
    assertInstanceOf(RejectedExecutionException.class, events.last(CallbackFailed.class).failure());
  }

  @Test
  @Rule("AS-11")
  @DisplayName("a timeout that is refused its timer by a closed runtime fails at once")
  void closedBeforeTimer() {
    AsyncGate<String> call = new AsyncGate<>();

    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(5)))
            .executeAsync(
                context -> {
                  time.close();
                  return call.call().invoke(context);
                },
                Context.root());

    assertTrue(future.isDone(), "nobody waits for a closed runtime");
    Outcome.of(time, future).assertFailed(RejectedExecutionException.class);
  }

  @Test
  @Rule({"AS-01", "AS-09"})
  @DisplayName("F24: while the only thread of an executor is blocked, timeouts still end calls")
  void blockedExecutor() {
    AsyncGate<String> inner = new AsyncGate<>();
    CompletableFuture<@Nullable Object> future =
        timeout(Timeout.builder(seconds(1)))
            .executeAsync(
                context -> CompletableFuture.supplyAsync(() -> "never", neverRuns()),
                Context.root());
    CompletableFuture<@Nullable Object> other =
        timeout(Timeout.builder(seconds(1))).executeAsync(inner.call(), Context.root());

    time.advance(seconds(1));

    assertTrue(future.isDone() && other.isDone(), "on time");
    Outcome.of(time, future).assertFailed(TimeoutExceededException.class);
    Outcome.of(time, other).assertFailed(TimeoutExceededException.class);
    assertTrue(inner.isCancelled(1));
  }

  /** Stands for a pool of one whose thread waits for this very task. */
  private static Executor neverRuns() {
    return task -> {};
  }
}
