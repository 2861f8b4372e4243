package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;

/** The open breaker: refusing, and ending after its time. */
public abstract class OpenRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreaker open(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder("catalog").failureThreshold(2).openTime(seconds(60)));
    repeat(2, mode, breaker, failing(failure));
    return breaker;
  }

  @EachMode
  @Rule("CB-06")
  @DisplayName(
      "Z80 T6 T34 T35 T59 T195 C37 C48 G4: an open breaker refuses at once; the call is not made"
          + " and nothing is counted")
  void refuses(Mode mode) {
    CircuitBreaker breaker = open(mode);
    Instant lastFailure = breaker.lastFailureTime().orElseThrow();
    time.advance(seconds(1));
    time.clearFacts();
    ScriptedCall<String> call = failing(failure);

    for (int index = 0; index < 100; index++) {
      run(mode, breaker, call).assertTook(seconds(0)).assertFailed(CircuitOpenException.class);
    }

    assertEquals(0, call.count());
    assertEquals(2, breaker.failures());
    assertEquals(Optional.of(lastFailure), breaker.lastFailureTime());
    assertEquals(List.of(), time.sleeps());
    assertEquals(List.of(), time.scheduledDelays());
  }

  @EachMode
  @Rule("CB-07")
  @DisplayName(
      "T36 T42 T155 C24: the exception says 'Circuit breaker is open', with name, state, failures"
          + " and cause")
  void exception(Mode mode) {
    CircuitBreaker breaker = open(mode);

    CircuitOpenException refused =
        run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);

    assertTrue(refused.getMessage().startsWith("Circuit breaker is open"), refused.getMessage());
    assertEquals("catalog", refused.policyName());
    assertEquals(CircuitState.OPEN, refused.state());
    assertEquals(2, refused.failures());
    assertSame(failure, refused.getCause());
  }

  @EachMode
  @Rule("CB-08")
  @DisplayName(
      "Z30 Z71: retryAfter is the rest of the open time and until its end, also when read later")
  void retryAfter(Mode mode) {
    CircuitBreaker breaker = open(mode);
    long end = time.nanoTime() + seconds(60).toNanos();
    time.advance(seconds(20));

    CircuitOpenException refused =
        run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    breaker.reset();

    assertEquals(seconds(40), refused.retryAfter());
    assertEquals(end, refused.until());
  }

  @EachMode
  @Rule("CB-09")
  @DisplayName("a rejection has a stack trace only when asked for")
  void stackTrace(Mode mode) {
    CircuitBreaker breaker = open(mode);
    CircuitBreaker traced = breaker(CircuitBreaker.builder().failureThreshold(1).stackTraces(true));
    run(mode, traced, failing(failure));

    CircuitOpenException bare =
        run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    CircuitOpenException full =
        run(mode, traced, returning("page")).assertFailed(CircuitOpenException.class);

    assertEquals(0, bare.getStackTrace().length);
    assertTrue(full.getStackTrace().length > 0);
  }

  @EachMode
  @Rule("CB-10")
  @DisplayName(
      "S25 R15 C19 T39 T151: one nanosecond before the open time has passed the call is refused, at"
          + " it a probe passes")
  void boundary(Mode mode) {
    CircuitBreaker breaker = open(mode);

    time.advance(seconds(60).minusNanos(1));
    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    time.advance(nanos(1));

    run(mode, breaker, returning("page")).assertReturned("page");
  }

  @EachMode
  @Rule("CB-10")
  @DisplayName(
      "C18 P11: the open time starts with the opening, not with the last failure or refused call")
  void startsWithOpening(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(2).openTime(seconds(60)));
    run(mode, breaker, failing(failure));
    time.advance(seconds(100));
    run(mode, breaker, failing(failure));
    time.advance(seconds(59));
    run(mode, breaker, returning("page"));

    assertEquals(seconds(1), breaker.remainingOpenTime());
  }

  @EachMode
  @Rule({"CB-11", "CB-33"})
  @DisplayName(
      "S29 T37 C20 C10: without traffic the state reads half-open once the open time has passed,"
          + " however often it is asked")
  void computedWhenAsked(Mode mode) {
    CircuitBreaker breaker = open(mode);
    time.advance(seconds(20));
    assertEquals(seconds(40), breaker.remainingOpenTime());
    time.advance(seconds(40).minusNanos(1));
    assertEquals(CircuitState.OPEN, breaker.state());
    assertFalse(breaker.wouldPermit());

    time.advance(nanos(1));

    for (int index = 0; index < 10; index++) {
      CircuitBreakerSnapshot snapshot = breaker.snapshot();
      assertEquals(CircuitState.HALF_OPEN, snapshot.state());
      assertEquals(1, snapshot.permittedCalls());
      assertEquals(seconds(0), snapshot.remainingOpenTime());
      assertEquals(CircuitState.HALF_OPEN, breaker.state());
      assertTrue(breaker.wouldPermit());
    }
    run(mode, breaker, returning("page")).assertReturned("page");
  }

  @EachMode
  @Rule({"CB-13", "CB-20"})
  @DisplayName(
      "T51 T53 Z84: with a fixed open time, ten failed probes open ten times for the same time,"
          + " then a success closes")
  void probesForEver(Mode mode) {
    CircuitBreaker breaker = open(mode);

    for (int probe = 1; probe <= 10; probe++) {
      time.advance(seconds(60).minusNanos(1));
      run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
      time.advance(nanos(1));
      run(mode, breaker, failing(failure)).assertFailedWith(failure);
      assertEquals(seconds(60), breaker.remainingOpenTime());
    }
    time.advance(seconds(60));
    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(CircuitState.CLOSED, breaker.state());
    List<CircuitStateChanged> changes = events.of(CircuitStateChanged.class);
    assertEquals(10, changes.stream().filter(CircuitStateChanged::reopened).count());
    assertEquals(1, changes.stream().filter(it -> it.to() == CircuitState.CLOSED).count());
  }

  @EachMode
  @Rule({"CB-15", "CB-34"})
  @DisplayName("T41 T67 T110 C17 G25 V18: a success recorded while open changes nothing")
  void successWhileOpen(Mode mode) {
    CircuitBreaker breaker = open(mode);

    breaker.recordSuccess();

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(2, breaker.failures());
    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
  }
}
