package io.firmitas.tck.rules.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitState;
import io.firmitas.event.PolicyEvent;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Listeners that throw, wait, or call back. */
public abstract class ListenerRules extends Scenario {
  private final IOException failure = new IOException("down");

  private static void broken(PolicyEvent event) {
    if (event instanceof CallbackFailed) {
      return;
    }
    if (event.getClass().getSimpleName().length() % 2 == 0) {
      throw new IllegalStateException("broken listener");
    }
    throw new AssertionError("broken listener");
  }

  @EachMode
  @Rule({"EV-02", "CX-14"})
  @DisplayName(
      "F19 R7 V20: listeners that throw change neither the outcome nor the number of attempts")
  void throwingListeners(Mode mode) {
    Retry retry = retry(Retry.builder().delay(seconds(1)).listener(ListenerRules::broken));
    ScriptedCall<String> call =
        new ScriptedCall<String>().fail(failure).succeed("ok").fail(failure);

    run(mode, retry, call).assertReturned("ok");
    run(mode, retry, call).assertFailedWith(failure);

    assertEquals(5, call.count());
    assertEquals(0, failure.getSuppressed().length);
    assertEquals(events.kinds().size() / 2, events.of(CallbackFailed.class).size());
  }

  @EachMode
  @Rule("EV-02")
  @DisplayName("listeners of a breaker that throw change neither a permit nor a verdict")
  void throwingBreakerListeners(Mode mode) {
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder()
                .failureThreshold(2)
                .openTime(seconds(60))
                .listener(ListenerRules::broken));

    run(mode, breaker, returning("page")).assertReturned("page");
    run(mode, breaker, failing(failure)).assertFailedWith(failure);
    run(mode, breaker, failing(failure)).assertFailedWith(failure);
    assertEquals(CircuitState.OPEN, breaker.state());
    time.advance(seconds(60));
    run(mode, breaker, failing(failure)).assertFailedWith(failure);
    time.advance(seconds(60));
    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(Integer.MAX_VALUE, breaker.snapshot().permittedCalls());
  }

  @EachMode
  @Rule("EV-02")
  @DisplayName("listeners of a timeout and of a fallback that throw change nothing")
  void otherThrowingListeners(Mode mode) {
    Timeout timeout = timeout(Timeout.builder(seconds(1)).listener(ListenerRules::broken));
    Fallback<String> fallback =
        fallback(
            Fallback.<String>builder()
                .on(Exception.class, thrown -> "cached")
                .listener(ListenerRules::broken));
    Policy<String> policy = Policies.wrap(fallback, timeout);

    run(mode, policy, returning("page")).assertReturned("page");
    run(mode, policy, new ScriptedCall<String>().taking(seconds(9), time).succeed("late"))
        .assertReturned("cached");

    assertEquals(0, time.pendingTimers());
  }

  @EachMode
  @Rule("EV-02")
  @DisplayName("what a listener throws is reported to the other listeners")
  void reported(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken listener");
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder("catalog")
                .onSuccess(
                    success -> {
                      throw broken;
                    }));

    run(mode, breaker, returning("page")).assertReturned("page");

    CallbackFailed report = events.last(CallbackFailed.class);
    assertSame(broken, report.failure());
    assertEquals("catalog", report.policy());
  }

  @Test
  @Rule("EV-01")
  @DisplayName("events are published on the thread of the call that caused them")
  void onTheCallersThread() {
    Set<Thread> heard = ConcurrentHashMap.newKeySet();
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().listener(event -> heard.add(Thread.currentThread())));
    Set<Thread> callers = ConcurrentHashMap.newKeySet();
    try (Crowd crowd =
        Crowd.of(
            4,
            () -> {
              callers.add(Thread.currentThread());
              return breaker.<String>call(() -> "page");
            })) {
      assertEquals(4, crowd.succeeded());
    }

    assertEquals(new HashSet<>(callers), new HashSet<>(heard));
  }

  @EachMode
  @Rule({"EV-01", "CB-48"})
  @DisplayName("T120: a listener may wait for another thread that uses the same breaker")
  void listenerWaitsForOthers(Mode mode) {
    CircuitBreaker[] self = new CircuitBreaker[1];
    AtomicInteger changes = new AtomicInteger();
    self[0] =
        breaker(
            CircuitBreaker.builder()
                .failureThreshold(1)
                .onStateChange(
                    change -> {
                      if (changes.incrementAndGet() > 1) {
                        return; // The other thread opened it once more: it must not wait for a
                        // third.
                      }
                      try (Crowd other =
                          Crowd.of(
                              1,
                              () -> {
                                self[0].recordFailure(failure);
                                self[0].tryAcquire();
                                return self[0].state();
                              })) {
                        other.outcomes().get(0).assertReturned(CircuitState.OPEN);
                      }
                    }));

    run(mode, self[0], failing(failure)).assertFailedWith(failure);

    assertEquals(1, changes.get());
    assertEquals(2, self[0].failures());
    assertEquals(0, events.of(CallbackFailed.class).size());
  }

  @EachMode
  @Rule("EV-13")
  @DisplayName("every event carries the name of its policy")
  void names(Mode mode) {
    Policy<Object> policy =
        Policies.wrap(
            retry(Retry.builder("same").delay(seconds(0))),
            breaker(CircuitBreaker.builder("same").failureThreshold(1)),
            timeout(Timeout.builder(seconds(1)).name("same")));

    run(mode, policy, failing(failure));

    assertEquals(
        List.of("same"), events.all().stream().map(PolicyEvent::policy).distinct().toList());
  }

  @EachMode
  @Rule("EV-14")
  @DisplayName("T126 V2: both forms publish the same events")
  void sameEvents(Mode mode) {
    Policy<Object> policy =
        Policies.wrap(
            retry(Retry.builder().delay(seconds(1)).jitter(Jitter.none())),
            breaker(CircuitBreaker.builder().failureThreshold(2).openTime(seconds(1))),
            timeout(Timeout.builder(seconds(1))));

    run(mode, policy, failing(failure));

    assertEquals(
        List.of(
            "AttemptStarted",
            "CircuitCallPermitted",
            "TimeoutKept",
            "CircuitCallFailed",
            "RetryScheduled",
            "AttemptStarted",
            "CircuitCallPermitted",
            "TimeoutKept",
            "CircuitCallFailed",
            "CircuitStateChanged",
            "RetryScheduled",
            "AttemptStarted",
            "CircuitStateChanged",
            "CircuitCallPermitted",
            "TimeoutKept",
            "CircuitCallFailed",
            "CircuitStateChanged",
            "RetryFailed"),
        withChangeAfterOutcome(events.kinds()));
  }

  /** The order of a failure and of the change of state that it causes is free. */
  private static List<String> withChangeAfterOutcome(List<String> kinds) {
    List<String> ordered = new ArrayList<>(kinds);
    for (int index = 0; index + 1 < ordered.size(); index++) {
      if (ordered.get(index).equals("CircuitStateChanged")
          && ordered.get(index + 1).equals("CircuitCallFailed")) {
        Collections.swap(ordered, index, index + 1);
      }
    }
    return ordered;
  }
}
