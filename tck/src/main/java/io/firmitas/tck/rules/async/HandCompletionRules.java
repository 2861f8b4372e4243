package io.firmitas.tck.rules.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A future that somebody else completes, and one that is done. */
public abstract class HandCompletionRules extends Scenario {
  private final IOException failure = new IOException("down");
  private final AtomicInteger answers = new AtomicInteger();

  private Fallback<String> cached() {
    return fallback(
        Fallback.<String>builder()
            .on(
                Exception.class,
                thrown -> {
                  answers.incrementAndGet();
                  return "cached";
                })
            .on(
                CancellationException.class,
                thrown -> {
                  answers.incrementAndGet();
                  return "cancelled";
                }));
  }

  private List<Policy<String>> policies() {
    return List.of(
        Policies.<String>wrap(breaker(CircuitBreaker.builder())),
        Policies.<String>wrap(retry(Retry.builder())),
        Policies.<String>wrap(timeout(Timeout.builder(seconds(1)))),
        cached(),
        Policies.<String>wrap(
            cached(),
            retry(Retry.builder()),
            breaker(CircuitBreaker.builder()),
            timeout(Timeout.builder(seconds(1)))));
  }

  private static List<Predicate<CompletableFuture<String>>> endings(Throwable failure) {
    List<Predicate<CompletableFuture<String>>> endings = new ArrayList<>();
    endings.add(future -> future.complete("by hand"));
    endings.add(future -> future.completeExceptionally(failure));
    return endings;
  }

  @Test
  @Rule("AS-14")
  @DisplayName(
      "who completes the future by hand gives the call up: it is cancelled, nothing is left")
  void completedByHand() {
    for (Policy<String> policy : policies()) {
      for (Predicate<CompletableFuture<String>> ending : endings(failure)) {
        AsyncGate<String> gate = new AsyncGate<>();
        CompletableFuture<String> future = policy.executeAsync(gate.call(), Context.root());

        assertTrue(ending.test(future), policy.describe());

        assertTrue(gate.isCancelled(1), policy.describe());
        assertEquals(0, time.pendingTimers(), policy.describe());
        Outcome outcome = Outcome.of(time, future);
        if (future.isCompletedExceptionally()) {
          outcome.assertFailedWith(failure);
        } else {
          outcome.assertReturned("by hand");
        }
        assertEquals(1, gate.invocations(), policy.describe());
      }
    }
    assertEquals(0, answers.get(), "no handler answers for a call that was given up");
  }

  @Test
  @Rule({"AS-14", "AS-05"})
  @DisplayName("a future that is done stays as it is: completing and cancelling it say so")
  void doneBefore() {
    for (Policy<String> policy : policies()) {
      for (boolean fails : new boolean[] {false, true}) {
        AsyncGate<String> gate = new AsyncGate<>();
        CompletableFuture<String> future = policy.executeAsync(gate.call(), Context.root());
        if (fails) {
          future.completeExceptionally(failure);
        } else {
          gate.complete(1, "page");
        }

        assertFalse(future.cancel(true), policy.describe());
        endings(failure).forEach(ending -> assertFalse(ending.test(future), policy.describe()));

        Outcome outcome = Outcome.of(time, future);
        if (fails) {
          outcome.assertFailedWith(failure);
        } else {
          outcome.assertReturned("page");
        }
      }
      AsyncGate<String> gate = new AsyncGate<>();
      CompletableFuture<String> cancelled = policy.executeAsync(gate.call(), Context.root());
      assertTrue(cancelled.cancel(true), policy.describe());
      assertTrue(cancelled.cancel(true), "cancelled again: " + policy.describe());
      endings(failure).forEach(ending -> assertFalse(ending.test(cancelled), policy.describe()));
    }
  }

  @Test
  @Rule({"AS-05", "FB-02"})
  @DisplayName("after a call was cancelled, what its stage still says is answered by no handler")
  void noAnswerAfterCancelling() {
    AsyncGate<String> gate = AsyncGate.ignoringCancellation();
    CompletableFuture<String> future = cached().executeAsync(gate.call(), Context.root());
    future.cancel(true);

    gate.fail(1, failure);

    assertEquals(0, answers.get());
    assertEquals(List.of(), events.all());
  }
}
