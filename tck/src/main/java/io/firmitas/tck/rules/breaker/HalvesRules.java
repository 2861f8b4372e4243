package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Gate and recorder, and gradual recovery. */
public abstract class HalvesRules extends Scenario {
  private final IOException failure = new IOException("down");

  private Policy<Object> gateOnce(CircuitBreaker breaker, int attempts) {
    return Policies.wrap(
        breaker.gate(),
        retry(Retry.builder().maxAttempts(attempts).delay(seconds(0)).retryOn(IOException.class)),
        breaker.recorder());
  }

  private CircuitBreaker halfOpen(CircuitBreakerBuilder settings) {
    CircuitBreaker breaker = breaker(settings.failureThreshold(5).openTime(seconds(60)));
    breaker.forceHalfOpen();
    return breaker;
  }

  @EachMode
  @Rule("CB-53")
  @DisplayName(
      "Z85 Z86 E92 C22: 100 attempts with threshold 5: all are made, the breaker opens, the next"
          + " call is refused")
  void gateOnce(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    ScriptedCall<String> call = failing(failure);
    Policy<Object> policy = gateOnce(breaker, 100);

    run(mode, policy, call).assertFailedWith(failure);
    assertEquals(100, call.count());
    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(100, breaker.failures());
    run(mode, policy, call).assertFailed(CircuitOpenException.class);

    assertEquals(100, call.count());
  }

  @EachMode
  @Rule("CB-54")
  @DisplayName(
      "of a probe's attempts the first that fails decides: the breaker opens, though the call"
          + " succeeds in the end")
  void firstAttemptDecides(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder());

    run(mode, gateOnce(breaker, 3), new ScriptedCall<String>().fail(failure).succeed("page"))
        .assertReturned("page");

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(1, breaker.failures());
  }

  @EachMode
  @Rule("CB-54")
  @DisplayName("a neutral attempt of a probe does not decide; the next one does")
  void neutralAttempt(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().ignore(IOException.class));

    run(mode, gateOnce(breaker, 3), new ScriptedCall<String>().fail(failure).succeed("page"))
        .assertReturned("page");

    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule({"CB-54", "CB-21"})
  @DisplayName("when no attempt decides, the gate gives the probe's permit back")
  void gateGivesBack(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().ignore(IOException.class));

    run(mode, gateOnce(breaker, 3), failing(failure)).assertFailedWith(failure);
    run(mode, breaker.gate(), failing(new IllegalStateException()))
        .assertFailed(IllegalStateException.class);

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.snapshot().permittedCalls());
  }

  @EachMode
  @Rule("CB-55")
  @DisplayName("a recorder alone refuses nothing, and records only while closed")
  void recorderAlone(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(2).openTime(seconds(60)));

    repeat(2, mode, breaker.recorder(), failing(failure));
    assertEquals(CircuitState.OPEN, breaker.state());
    run(mode, breaker.recorder(), returning("page")).assertReturned("page");
    run(mode, breaker.recorder(), failing(failure)).assertFailedWith(failure);
    assertEquals(2, breaker.failures());
    time.advance(seconds(60));
    run(mode, breaker.recorder(), returning("page")).assertReturned("page");

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
  }

  private CircuitBreaker recovering(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().openTime(seconds(1)).gradualRecovery(seconds(100), 0.2));
    breaker.forceHalfOpen();
    run(mode, breaker, returning("page"));
    assertEquals(CircuitState.CLOSED, breaker.state());
    return breaker;
  }

  /** How many of a hundred calls pass at this moment. */
  private int passing(Mode mode, CircuitBreaker breaker) {
    ScriptedCall<String> call = returning("page");
    repeat(100, mode, breaker, call);
    return call.count();
  }

  private static void assertAbout(int expected, int seen) {
    assertTrue(
        Math.abs(expected - seen) <= 1,
        () -> "about " + expected + " of 100 calls must pass but " + seen + " did");
  }

  @EachMode
  @Rule("CB-56")
  @DisplayName("after the close 20 of 100 calls pass, half-way 60, and all after the recovery time")
  void ramp(Mode mode) {
    CircuitBreaker breaker = recovering(mode);

    assertEquals(0.2, breaker.snapshot().admittedShare(), 1e-9);
    assertAbout(20, passing(mode, breaker));
    time.advance(seconds(50));
    assertEquals(0.6, breaker.snapshot().admittedShare(), 1e-9);
    assertAbout(60, passing(mode, breaker));
    time.advance(seconds(50));
    assertEquals(1.0, breaker.snapshot().admittedShare(), 1e-9);

    assertEquals(100, passing(mode, breaker));
  }

  @EachMode
  @Rule("CB-56")
  @DisplayName(
      "a call beyond the share is refused with CircuitOpenException and counts nothing; a reset"
          + " lets all pass")
  void refusedBeyondTheShare(Mode mode) {
    CircuitBreaker breaker = recovering(mode);
    ScriptedCall<String> call = failing(failure);

    long refused = 0;
    for (int index = 0; index < 4; index++) {
      refused += run(mode, breaker, call).failure() instanceof CircuitOpenException ? 1 : 0;
    }
    assertTrue(refused >= 3, "of four calls at a share of a fifth at most one passes");
    assertEquals(4 - refused, call.count());
    assertEquals(4 - refused, breaker.failures());
    breaker.reset();

    assertEquals(100, passing(mode, breaker));
  }

  @EachMode
  @Rule("CB-57")
  @DisplayName(
      "a failure during recovery halves the share, not below the first one; it grows on from there")
  void failureHalves(Mode mode) {
    CircuitBreaker breaker = recovering(mode);
    time.advance(seconds(75));
    assertEquals(0.8, breaker.snapshot().admittedShare(), 1e-9);

    breaker.recordFailure(failure);
    assertEquals(0.4, breaker.snapshot().admittedShare(), 1e-9);
    time.advance(seconds(25));
    assertEquals(0.6, breaker.snapshot().admittedShare(), 1e-9);
    for (int index = 0; index < 3; index++) {
      breaker.recordFailure(failure);
    }

    assertEquals(0.2, breaker.snapshot().admittedShare(), 1e-9);
    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule({"CB-56", "CB-57"})
  @DisplayName("once a call has passed after the recovery time, a failure halves nothing")
  void failureAfterRecovery(Mode mode) {
    CircuitBreaker breaker = recovering(mode);
    time.advance(seconds(100));

    run(mode, breaker, returning("page"));
    run(mode, breaker, failing(failure)).assertFailedWith(failure);

    assertEquals(1.0, breaker.snapshot().admittedShare(), 1e-9);
    assertEquals(100, passing(mode, breaker));
  }

  @EachMode
  @Rule({"CB-56", "CB-33", "CB-39"})
  @DisplayName("a recovering breaker says beforehand whether the next call will pass")
  void foretells(Mode mode) {
    CircuitBreaker breaker = recovering(mode);
    ScriptedCall<String> call = returning("page");
    for (int index = 0; index < 40; index++) {
      boolean passes = breaker.wouldPermit();
      assertEquals(passes ? 1 : 0, breaker.snapshot().permittedCalls());
      int before = call.count();

      run(mode, breaker, call);

      assertEquals(passes, call.count() > before);
      time.advance(millis(250));
    }
  }

  @EachMode
  @Rule("CB-54")
  @DisplayName("a gate without a recorder gives back what it took, however the call ends")
  void gateAlone(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder());

    run(mode, breaker.gate(), returning("page")).assertReturned("page");
    assertEquals(1, breaker.snapshot().permittedCalls());
    run(mode, breaker.gate(), failing(failure)).assertFailedWith(failure);
    assertEquals(1, breaker.snapshot().permittedCalls());
    CompletableFuture<?> pending =
        breaker.gate().executeAsync(new AsyncGate<String>().call(), Context.root());
    assertEquals(0, breaker.snapshot().permittedCalls());
    pending.cancel(true);

    assertEquals(1, breaker.snapshot().permittedCalls());
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
  }

  @Test
  @Rule("CB-61")
  @DisplayName("to reset a half is to reset its breaker")
  void resetHalf() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    for (Policy<?> half : List.of(breaker.gate(), breaker.recorder())) {
      breaker.forceOpen();
      half.reset();
      assertEquals(CircuitState.CLOSED, breaker.state());
    }
  }
}
