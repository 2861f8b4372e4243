package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerMode;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Forcing, disabling and resetting. */
public abstract class ManualControlRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreaker open() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(seconds(60)));
    breaker.recordFailure(failure);
    return breaker;
  }

  @EachMode
  @Rule("CB-35")
  @DisplayName("R23: forced open refuses whatever time passes, also when an open time was running")
  void forceOpen(Mode mode) {
    CircuitBreaker breaker = open();

    breaker.forceOpen();
    time.advance(Duration.ofDays(365));

    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(CircuitBreakerMode.FORCED_OPEN, breaker.snapshot().mode());
    assertFalse(breaker.wouldPermit());
    assertEquals(0, breaker.snapshot().permittedCalls());
  }

  @Test
  @Rule("CB-35")
  @DisplayName(
      "outcomes of calls admitted before, and records, do not end a forced opening; reset does")
  void onlyResetEndsForcedOpen() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    Permit before = breaker.acquire();
    breaker.forceOpen();

    before.success();
    breaker.recordSuccess();
    assertEquals(CircuitState.OPEN, breaker.state());
    breaker.reset();

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(CircuitBreakerMode.AUTOMATIC, breaker.snapshot().mode());
  }

  @EachMode
  @Rule("CB-36")
  @DisplayName("H1: half-open by hand from open lets the probe pass before the open time is over")
  void forceHalfOpen(Mode mode) {
    CircuitBreaker breaker = open();

    breaker.forceHalfOpen();
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.snapshot().permittedCalls());
    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule("CB-36")
  @DisplayName("half-open by hand from closed, from forced open and from disabled")
  void forceHalfOpenFromAnywhere(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1));

    breaker.forceHalfOpen();
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    breaker.forceOpen();
    breaker.forceHalfOpen();
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    breaker.disable();
    breaker.forceHalfOpen();

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(CircuitBreakerMode.AUTOMATIC, breaker.snapshot().mode());
    run(mode, breaker, failing(failure));
    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-37")
  @DisplayName("R23: disabled lets every call pass and records nothing, whatever time passes")
  void disable(Mode mode) {
    CircuitBreaker breaker = open();
    ScriptedCall<String> call = failing(failure);

    breaker.disable();
    time.advance(seconds(60));
    int before = breaker.failures();
    repeat(50, mode, breaker, call);
    breaker.recordFailure(new IOException("recorded"));

    assertEquals(50, call.count());
    assertEquals(before, breaker.failures());
    assertSame(failure, breaker.snapshot().lastFailure());
    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    assertEquals(CircuitBreakerMode.DISABLED, snapshot.mode());
    assertEquals(CircuitState.CLOSED, snapshot.state());
    assertTrue(breaker.wouldPermit());
    breaker.reset();
    assertEquals(0, breaker.failures());
    run(mode, breaker, failing(failure));
    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-38")
  @DisplayName(
      "T63 T136 T138 T143 T144 G71: reset closes and forgets everything, at once, from open")
  void reset(Mode mode) {
    CircuitBreaker breaker = open();

    breaker.reset();

    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    assertEquals(CircuitState.CLOSED, snapshot.state());
    assertEquals(0, snapshot.failures());
    assertEquals(0, snapshot.openings());
    assertNull(snapshot.lastFailure());
    assertTrue(breaker.lastFailureTime().isEmpty());
    run(mode, breaker, returning("page")).assertReturned("page");
  }

  @Test
  @Rule("CB-38")
  @DisplayName("T63: reset works from closed and from half-open")
  void resetFromOtherStates() {
    CircuitBreaker closed = breaker(CircuitBreaker.builder());
    closed.recordFailure(failure);
    closed.reset();
    assertEquals(0, closed.failures());
    assertNull(closed.snapshot().lastFailure());

    CircuitBreaker halfOpen = open();
    time.advance(seconds(60));
    halfOpen.acquire();
    halfOpen.reset();

    assertEquals(CircuitState.CLOSED, halfOpen.state());
    assertEquals(Integer.MAX_VALUE, halfOpen.snapshot().permittedCalls());
  }

  @Test
  @Rule({"CB-38", "CB-28"})
  @DisplayName("outcomes of calls admitted before a reset do not count after it")
  void lateAfterReset() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(2));
    Permit old = breaker.acquire();
    Permit older = breaker.acquire();
    breaker.recordFailure(failure);

    breaker.reset();
    old.failure(failure);
    older.failure(failure);

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
  }

  @Test
  @Rule({"CB-38", "EV-03"})
  @DisplayName("reset publishes a change of state only when the state changes")
  void resetEvent() {
    CircuitBreaker breaker = open();

    breaker.reset();
    CircuitStateChanged change = events.last(CircuitStateChanged.class);
    assertEquals(CircuitState.CLOSED, change.to());
    assertTrue(change.cause().isEmpty());
    events.clear();
    breaker.reset();

    assertEquals(0, events.of(CircuitStateChanged.class).size());
  }

  @EachMode
  @Rule("CB-10")
  @DisplayName("H3: an open time that was ended by hand does not shorten the next one")
  void staleOpenTime(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(millis(400)));
    run(mode, breaker, failing(failure));
    time.advance(millis(250));
    breaker.reset();
    run(mode, breaker, failing(failure));

    time.advance(millis(220));

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(millis(180), breaker.remainingOpenTime());
  }

  @EachMode
  @Rule("CB-60")
  @DisplayName("failures stay on record when a breaker is opened, half-opened or disabled by order")
  void keepsFailures(Mode mode) {
    List<Consumer<CircuitBreaker>> orders =
        List.of(CircuitBreaker::forceOpen, CircuitBreaker::forceHalfOpen, CircuitBreaker::disable);
    for (Window window : List.of(Window.consecutive(), Window.ofCalls(5))) {
      for (Consumer<CircuitBreaker> order : orders) {
        CircuitBreaker breaker =
            breaker(CircuitBreaker.builder().window(window).failureThreshold(4));
        repeat(2, mode, breaker, failing(failure));

        order.accept(breaker);

        assertEquals(2, breaker.failures());
        assertSame(failure, breaker.snapshot().lastFailure());
      }
    }
  }
}
