package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Permits and records by hand. */
public abstract class PermitRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreaker open() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(2).openTime(seconds(60)));
    breaker.recordFailure(failure);
    breaker.recordFailure(failure);
    return breaker;
  }

  @Test
  @Rule("CB-31")
  @DisplayName("T164 T166 G26 G28: tryAcquire is empty and acquire throws while open")
  void refusedWhileOpen() {
    CircuitBreaker breaker = open();

    assertTrue(breaker.tryAcquire().isEmpty());
    CircuitOpenException refused = assertThrows(CircuitOpenException.class, breaker::acquire);

    assertEquals(CircuitState.OPEN, refused.state());
    assertEquals(2, breaker.failures());
  }

  @Test
  @Rule("CB-31")
  @DisplayName(
      "T165 G29 V1: after the open time the first to ask gets the probe, the second nothing")
  void probeOnce() {
    CircuitBreaker breaker = open();
    time.advance(seconds(60));

    assertTrue(breaker.tryAcquire().isPresent());
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertTrue(breaker.tryAcquire().isEmpty());
  }

  @Test
  @Rule({"CB-31", "CB-32"})
  @DisplayName("T162 T163: the verdicts of a permit count like those of a call")
  void verdicts() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(2));

    breaker.acquire().failure(failure);
    assertEquals(1, breaker.failures());
    assertSame(failure, breaker.snapshot().lastFailure());
    breaker.acquire().success();
    assertEquals(0, breaker.failures());
    breaker.acquire().failure(failure);
    breaker.acquire().failure(failure);

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @Test
  @Rule("CB-32")
  @DisplayName("a permit is closed once: what comes after the first verdict does nothing")
  void closedOnce() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(3));

    try (Permit permit = breaker.acquire()) {
      permit.failure(failure);
      permit.failure(failure);
      permit.failure(failure);
      permit.success();
    }

    assertEquals(1, breaker.failures());
    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @Test
  @Rule({"CB-32", "CB-21"})
  @DisplayName("U11: closed without a verdict the permit of a probe is given back, once")
  void neutralClose() {
    CircuitBreaker breaker = open();
    time.advance(seconds(60));
    Permit probe = breaker.acquire();

    probe.close();
    probe.close();
    probe.success();

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.snapshot().permittedCalls());
    assertEquals(2, breaker.failures());
  }

  @Test
  @Rule({"CB-32", "CB-34"})
  @DisplayName("recorded failures are not asked through the filters")
  void filtersNotAsked() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(3).ignore(IOException.class));

    breaker.recordFailure(failure);
    breaker.acquire().failure(failure);

    assertEquals(2, breaker.failures());
  }

  @Test
  @Rule("CB-33")
  @DisplayName("C10 G68 T188: wouldPermit and snapshot do not use up the probe")
  void peeking() {
    CircuitBreaker breaker = open();
    assertFalse(breaker.wouldPermit());
    time.advance(seconds(60));

    for (int index = 0; index < 5; index++) {
      assertTrue(breaker.wouldPermit());
      assertEquals(1, breaker.snapshot().permittedCalls());
    }

    assertTrue(breaker.tryAcquire().isPresent());
    assertFalse(breaker.wouldPermit());
  }

  @Test
  @Rule("CB-34")
  @DisplayName("G19 T160 T161 G16 G17 G22: records count while closed like outcomes of calls")
  void recordsWhileClosed() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(3));

    breaker.recordFailure(failure);
    breaker.recordFailure(failure);
    assertEquals(2, breaker.failures());
    breaker.recordSuccess();
    assertEquals(0, breaker.failures());
    for (int index = 0; index < 3; index++) {
      breaker.recordFailure(failure);
    }

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @Test
  @Rule("CB-34")
  @DisplayName("G23: a recorded success closes a half-open breaker with one probe")
  void recordedSuccessCloses() {
    CircuitBreaker breaker = open();
    time.advance(seconds(60));

    breaker.recordSuccess();

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
  }

  @Test
  @Rule("CB-34")
  @DisplayName("G19: a recorded failure opens a half-open breaker again, for a full open time")
  void recordedFailureReopens() {
    CircuitBreaker breaker = open();
    time.advance(seconds(60));

    breaker.recordFailure(failure);

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(3, breaker.failures());
    assertEquals(seconds(60), breaker.remainingOpenTime());
  }

  @Test
  @Rule("CB-34")
  @DisplayName(
      "G19 C14: a failure recorded while open is counted and does not extend the open time")
  void recordedFailureWhileOpen() {
    CircuitBreaker breaker = open();
    time.advance(seconds(10));
    IOException more = new IOException("still down");

    breaker.recordFailure(more);

    assertEquals(3, breaker.failures());
    assertSame(more, breaker.snapshot().lastFailure());
    assertEquals(seconds(50), breaker.remainingOpenTime());
  }

  @Test
  @Rule({"EV-14", "EV-05"})
  @DisplayName("T125 T126 V2 C30: listeners hear of failures recorded by hand and through permits")
  void listenersHear() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(10));

    breaker.recordFailure(failure);
    breaker.acquire().failure(failure);

    assertEquals(
        List.of(1, 2),
        events.of(CircuitCallFailed.class).stream().map(CircuitCallFailed::failures).toList());
  }
}
