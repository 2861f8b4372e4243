package io.firmitas.tck.rules.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The future that an asynchronous call returns. */
public abstract class AsyncFutureRules extends Scenario {
  private final IOException failure = new IOException("down");

  /** Each kind of policy, none of which acts on an IllegalStateException. */
  private List<Policy<String>> policies() {
    return List.of(
        Policies.<String>wrap(breaker(CircuitBreaker.builder())),
        Policies.<String>wrap(retry(Retry.builder().retryOn(IOException.class))),
        Policies.<String>wrap(timeout(Timeout.builder(seconds(1)))),
        fallback(Fallback.<String>builder().on(IOException.class, thrown -> "cached")),
        Policies.<String>wrap(
            retry(Retry.builder().retryOn(IOException.class)),
            breaker(CircuitBreaker.builder()),
            timeout(Timeout.builder(seconds(1)))));
  }

  private Outcome callAsync(Policy<String> policy, AsyncCall<String> call) {
    return Outcome.of(time, policy.executeAsync(call, Context.root()));
  }

  @Test
  @Rule({"AS-01", "AS-03"})
  @DisplayName(
      "R10: nothing is thrown: what a call throws instead of returning a stage is in the future, as"
          + " it is")
  void thrownAtOnce() {
    IllegalStateException thrown = new IllegalStateException("at once");
    AssertionError error = new AssertionError("bug");
    for (Policy<String> policy : policies()) {
      callAsync(
              policy,
              context -> {
                throw thrown;
              })
          .assertFailedWith(thrown);
      callAsync(
              policy,
              context -> {
                throw error;
              })
          .assertFailedWith(error);
    }
  }

  @Test
  @Rule({"AS-01", "CB-06"})
  @DisplayName("a rejection is in the future")
  void rejection() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    breaker.forceOpen();

    Outcome.of(time, breaker.executeAsync(returning("page").asAsyncCall(), Context.root()))
        .assertFailed(CircuitOpenException.class);
  }

  @Test
  @Rule({"AS-02", "CX-06"})
  @DisplayName("S22: the future fails with the failure itself, however the stage had wrapped it")
  void unwrapped() {
    IllegalStateException cause = new IllegalStateException("inner");
    for (Policy<String> policy : policies()) {
      callAsync(policy, context -> CompletableFuture.failedFuture(new CompletionException(cause)))
          .assertFailedWith(cause);
      CompletableFuture<String> source = new CompletableFuture<>();
      CompletableFuture<String> future =
          policy.executeAsync(context -> source.thenApply(String::trim), Context.root());
      source.completeExceptionally(cause);
      Outcome.of(time, future).assertFailedWith(cause);
    }
  }

  @Test
  @Rule("AS-03")
  @DisplayName("R10: an attempt that throws at once is retried like one whose stage failed")
  void thrownAttemptIsRetried() {
    Retry retry = retry(Retry.builder().delay(seconds(1)));

    Outcome outcome =
        Outcome.of(
            time,
            retry.executeAsync(
                context -> {
                  if (context.attempt() == 1) {
                    return CompletableFuture.failedFuture(failure);
                  }
                  if (context.attempt() == 2) {
                    throw failure;
                  }
                  return CompletableFuture.completedFuture("page");
                },
                Context.root()));

    outcome.assertReturned("page");
  }

  @Test
  @Rule({"AS-04", "AS-01"})
  @DisplayName(
      "R10: null instead of a stage is a NullPointerException of the call: counted, and retried")
  void nullStage() {
    for (Policy<String> policy : policies()) {
      callAsync(policy, context -> nothing()).assertFailed(NullPointerException.class);
    }
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1));
    Outcome.of(time, breaker.executeAsync(context -> nothing(), Context.root()))
        .assertFailed(NullPointerException.class);
    assertEquals(CircuitState.OPEN, breaker.state());

    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<?> future =
        retry(Retry.builder().delay(seconds(0)))
            .executeAsync(
                context ->
                    attempts.incrementAndGet() < 3
                        ? nothing()
                        : CompletableFuture.completedFuture("page"),
                Context.root());

    Outcome.of(time, future).assertReturned("page");
  }

  @Test
  @Rule("AS-09")
  @DisplayName("the future completes when the stage is completed by another thread")
  void foreignThread() {
    for (Policy<String> policy : policies()) {
      AsyncGate<String> gate = new AsyncGate<>();
      CompletableFuture<String> future = policy.executeAsync(gate.call(), Context.root());
      assertFalse(future.isDone());
      try (Crowd other =
          Crowd.of(
              1,
              () -> {
                gate.complete("page");
                return "completed";
              })) {
        other.outcomes().get(0).assertReturned("completed");
      }
      Outcome.of(time, future).assertReturned("page");
    }
  }

  @Test
  @Rule({"AS-08", "EV-01"})
  @DisplayName(
      "F14: a dependent may wait for another thread that cancels the same future and uses the same"
          + " policy")
  void dependentsUnderNoLock() throws Exception {
    for (Policy<String> policy : policies()) {
      AsyncGate<String> gate = new AsyncGate<>();
      CompletableFuture<String> future = policy.executeAsync(gate.call(), Context.root());
      CompletableFuture<String> dependent =
          future.thenApply(
              value -> {
                try (Crowd other =
                    Crowd.of(
                        1,
                        () -> {
                          future.cancel(true);
                          return policy
                              .executeAsync(returning("other").asAsyncCall(), Context.root())
                              .join();
                        })) {
                  other.outcomes().get(0).assertReturned("other");
                }
                return value + " and other";
              });

      gate.complete("page");

      assertEquals("page and other", dependent.get(10, TimeUnit.SECONDS));
    }
  }

  @Test
  @Rule("AS-12")
  @DisplayName("a stage that was cancelled by others is not retried, and neutral for a breaker")
  void cancelledByOthers() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1));
    AsyncGate<String> gate = new AsyncGate<>();
    Policy<Object> policy = Policies.wrap(retry(Retry.builder().delay(seconds(0))), breaker);
    CompletableFuture<Object> future = policy.executeAsync(gate.call(), Context.root());

    gate.fail(new CancellationException());

    assertTrue(future.isDone());
    Outcome.of(time, future).assertFailed(CancellationException.class);
    assertEquals(1, gate.invocations());
    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
  }

  @Test
  @Rule({"CX-08", "CX-12"})
  @DisplayName(
      "Z10 Z43 U15: a lambda as a policy works asynchronously on the executor of its runtime,"
          + " inside built-in ones")
  void lambdaPolicy() {
    Policy<Object> shouting = Policy.of((call, context) -> call.invoke(context) + "!", this::shout);
    Policy<Object> policy = Policies.wrap(retry(Retry.builder().delay(seconds(1))), shouting);
    AtomicInteger attempts = new AtomicInteger();

    CompletableFuture<Object> future =
        policy.executeAsync(
            context ->
                attempts.incrementAndGet() == 1
                    ? CompletableFuture.failedFuture(failure)
                    : CompletableFuture.completedFuture("page"),
            Context.root());

    Outcome.of(time, future).assertReturned("page!");
  }

  private CompletableFuture<Object> shout(AsyncCall<? extends Object> call, Context context) {
    try {
      return call.invoke(context).toCompletableFuture().thenApply(value -> value + "!");
    } catch (Exception thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }
}
