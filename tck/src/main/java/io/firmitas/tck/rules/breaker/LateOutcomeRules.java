package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Context;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.Gate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Outcomes of calls that a former period admitted. */
public abstract class LateOutcomeRules extends Scenario {
  private final IOException failure = new IOException("down");
  private final IOException late = new IOException("late");

  private void open(CircuitBreaker breaker) {
    while (breaker.state() != CircuitState.OPEN) {
      breaker.recordFailure(failure);
    }
  }

  private CircuitBreakerBuilder threeProbes() {
    return CircuitBreaker.builder().failureThreshold(2).probes(3).openTime(seconds(60));
  }

  @Test
  @Rule({"CB-28", "CB-30"})
  @DisplayName(
      "F4 R3 C13 T76: late successes of the closed period neither count nor give permits in"
          + " half-open")
  void lateSuccesses() {
    CircuitBreaker breaker = breaker(threeProbes());
    List<Permit> old = List.of(breaker.acquire(), breaker.acquire(), breaker.acquire());
    open(breaker);
    time.advance(seconds(60));
    Permit probe = breaker.acquire();

    old.forEach(Permit::success);

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(2, breaker.snapshot().permittedCalls());
    assertEquals(2, breaker.failures());
    probe.success();
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
  }

  @Test
  @Rule("CB-28")
  @DisplayName("R2: a late neutral outcome of the closed period adds no permit in half-open")
  void lateNeutral() {
    CircuitBreaker breaker = breaker(threeProbes());
    Permit old = breaker.acquire();
    open(breaker);
    time.advance(seconds(60));
    breaker.acquire();

    old.close();

    assertEquals(2, breaker.snapshot().permittedCalls());
  }

  @Test
  @Rule({"CB-28", "CB-30"})
  @DisplayName(
      "C14: a late failure of the closed period changes nothing in half-open or in a newer closed"
          + " period")
  void lateFailure() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(seconds(60)));
    Permit first = breaker.acquire();
    Permit second = breaker.acquire();
    open(breaker);
    time.advance(seconds(60));
    Permit probe = breaker.acquire();

    first.failure(late);
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.failures());
    assertSame(failure, breaker.snapshot().lastFailure());
    probe.success();
    second.failure(late);

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
    assertSame(failure, breaker.snapshot().lastFailure());
  }

  @Test
  @Rule({"CB-28", "CB-30"})
  @DisplayName("V3: a late success does not set the count of an open breaker to zero")
  void lateSuccessWhileOpen() {
    CircuitBreaker breaker = breaker(threeProbes());
    Permit old = breaker.acquire();
    open(breaker);

    old.success();

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(2, breaker.failures());
  }

  @Test
  @Rule("CB-28")
  @DisplayName(
      "a call of one closed period cannot count in the next one, though the state has the same"
          + " name")
  void sameNameOtherPeriod() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(seconds(60)));
    Permit old = breaker.acquire();
    open(breaker);
    time.advance(seconds(60));
    breaker.acquire().success();
    assertEquals(CircuitState.CLOSED, breaker.state());

    old.failure(late);

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
  }

  @Test
  @Rule("CB-28")
  @DisplayName("a probe of one half-open period cannot count in the next one")
  void oldProbe() {
    CircuitBreaker breaker = breaker(threeProbes().successThreshold(3));
    open(breaker);
    time.advance(seconds(60));
    Permit old = breaker.acquire();
    breaker.acquire().failure(failure);
    assertEquals(CircuitState.OPEN, breaker.state());
    time.advance(seconds(60));
    breaker.acquire().success();

    old.success();
    assertEquals(2, breaker.snapshot().permittedCalls());
    breaker.acquire().success();

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
  }

  @Test
  @Rule("CB-29")
  @DisplayName(
      "P11 V4: ten calls fail after the breaker opened: one opening, ten more failures, the open"
          + " time not moved")
  void failuresWhileOpen() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(5).openTime(seconds(60)));
    List<Permit> inFlight = new ArrayList<>();
    for (int index = 0; index < 10; index++) {
      inFlight.add(breaker.acquire());
    }
    open(breaker);
    time.advance(seconds(30));

    inFlight.forEach(permit -> permit.failure(late));

    assertEquals(15, breaker.failures());
    assertSame(late, breaker.snapshot().lastFailure());
    assertEquals(time.instant(), breaker.lastFailureTime().orElseThrow());
    assertEquals(seconds(30), breaker.remainingOpenTime());
    assertEquals(1, events.of(CircuitStateChanged.class).size());
  }

  @Test
  @Rule({"CB-29", "CB-50"})
  @DisplayName(
      "T79 T31 T72: twenty threads fail together with threshold 5: twenty failures on record, one"
          + " opening")
  void concurrentFailures() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(5));
    Gate gate = new Gate();
    try (Crowd crowd = Crowd.of(20, () -> breaker.call(gate.callable("page")))) {
      gate.awaitArrivals(20);
      gate.openWith(failure);
      assertEquals(20, crowd.failedWith(IOException.class));
    }

    assertEquals(20, breaker.failures());
    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(1, events.of(CircuitStateChanged.class).size());
  }

  @Test
  @Rule({"CB-28", "CB-30"})
  @DisplayName(
      "P7: call A of the closed period succeeds while probe B is on its way; then B fails and opens"
          + " again")
  void asyncResultOfOlderEra() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(2).openTime(seconds(60)));
    AsyncGate<String> gate = new AsyncGate<>();
    CompletableFuture<@Nullable Object> callA = breaker.executeAsync(gate.call(), Context.root());
    open(breaker);
    time.advance(seconds(60));
    CompletableFuture<@Nullable Object> probeB = breaker.executeAsync(gate.call(), Context.root());

    gate.complete(1, "A");
    assertEquals("A", callA.join());
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertTrue(breaker.tryAcquire().isEmpty());
    gate.fail(2, failure);

    assertTrue(probeB.isCompletedExceptionally());
    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(3, breaker.failures());
  }

  @Test
  @Rule({"CB-28", "CB-48"})
  @DisplayName(
      "T45: a synchronous call held since the closed period changes nothing when it ends in"
          + " half-open")
  void syncResultOfOlderEra() throws Exception {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(2).openTime(seconds(60)));
    Gate gate = new Gate();
    try (Crowd old = Crowd.of(1, () -> breaker.call(gate.callable("old")))) {
      gate.awaitArrivals(1);
      open(breaker);
      time.advance(seconds(60));
      String refused =
          breaker.call(
              () -> {
                gate.open();
                assertEquals(1, old.succeeded());
                return breaker.tryAcquire().isEmpty() ? "refused" : "second probe";
              });

      assertEquals("refused", refused);
    }

    assertEquals(CircuitState.CLOSED, breaker.state());
  }
}
