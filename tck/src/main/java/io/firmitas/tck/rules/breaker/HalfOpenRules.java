package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The half-open breaker with one probe. */
public abstract class HalfOpenRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreaker halfOpen() {
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder().openTime(seconds(60)).ignore(IllegalArgumentException.class));
    for (int index = 0; index < 5; index++) {
      breaker.recordFailure(failure);
    }
    time.advance(seconds(60));
    return breaker;
  }

  @EachMode
  @Rule({"CB-16", "CB-08"})
  @DisplayName(
      "T44 T45 T46 T80 Z31 Z81: while the probe is on its way every other call is refused,"
          + " half-open")
  void oneProbe(Mode mode) {
    CircuitBreaker breaker = halfOpen();
    Permit probe = breaker.acquire();
    ScriptedCall<String> call = returning("page");

    for (int index = 0; index < 20; index++) {
      CircuitOpenException refused =
          run(mode, breaker, call).assertFailed(CircuitOpenException.class);
      assertEquals(CircuitState.HALF_OPEN, refused.state());
      assertTrue(refused.getMessage().startsWith("Circuit breaker is open"), refused.getMessage());
      assertFalse(refused.retryAfter().isNegative(), "the estimate is not in the past");
      assertEquals(time.nanoTime() + refused.retryAfter().toNanos(), refused.until());
      time.advance(seconds(2));
    }

    assertEquals(0, call.count());
    assertEquals(0, breaker.snapshot().permittedCalls());
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    probe.success();
    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule("CB-17")
  @DisplayName(
      "T17 T47 T49 T61 T109 G5: a probe that succeeds closes; the count is zero and all calls pass")
  void success(Mode mode) {
    CircuitBreaker breaker = halfOpen();

    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
    ScriptedCall<String> call = returning("page");
    repeat(100, mode, breaker, call);
    assertEquals(100, call.count());
  }

  @EachMode
  @Rule({"CB-18", "CB-19"})
  @DisplayName(
      "T50 T52 C16: a probe that fails opens for a full open time, and counts: 5 becomes 6")
  void failure(Mode mode) {
    CircuitBreaker breaker = halfOpen();

    run(mode, breaker, failing(failure)).assertFailedWith(failure);

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(6, breaker.failures());
    assertEquals(seconds(60), breaker.remainingOpenTime());
  }

  @EachMode
  @Rule("CB-18")
  @DisplayName("C15: a failed probe opens whatever the count is")
  void failureWithLowCount(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    breaker.forceHalfOpen();

    run(mode, breaker, failing(failure));

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(1, breaker.failures());
  }

  @EachMode
  @Rule({"CB-21", "CB-24"})
  @DisplayName(
      "P9 R25 F23 C11 V16: an ignored exception gives the probe's permit back; the next call is the"
          + " probe")
  void ignoredProbe(Mode mode) {
    CircuitBreaker breaker = halfOpen();
    IllegalArgumentException ignored = new IllegalArgumentException("not the dependency's fault");

    for (int index = 0; index < 10; index++) {
      run(mode, breaker, failing(ignored)).assertFailedWith(ignored);
      assertEquals(CircuitState.HALF_OPEN, breaker.state());
      assertEquals(5, breaker.failures());
      assertEquals(1, breaker.snapshot().permittedCalls());
    }
    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule({"CB-21", "CB-24"})
  @DisplayName("V10 V16 C51: an interrupted or cancelled probe is neutral")
  void interruptedProbe(Mode mode) {
    CircuitBreaker breaker = halfOpen();

    run(mode, breaker, failing(new InterruptedException()))
        .assertFailed(InterruptedException.class);
    run(mode, breaker, failing(new CancellationException()))
        .assertFailed(CancellationException.class);

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.snapshot().permittedCalls());
    assertEquals(5, breaker.failures());
  }

  @EachMode
  @Rule({"CB-21", "CB-24", "CB-26"})
  @DisplayName(
      "V16: failures that are not listed, and a predicate that throws, give the probe's permit"
          + " back")
  void unlistedProbe(Mode mode) {
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder()
                .failureThreshold(1)
                .openTime(seconds(60))
                .failOn(IOException.class)
                .ignoreIf(
                    thrown -> {
                      if (thrown instanceof ArithmeticException) {
                        throw new IllegalStateException("broken predicate");
                      }
                      return false;
                    }));
    run(mode, breaker, failing(failure)).assertFailedWith(failure);
    time.advance(seconds(60));

    for (RuntimeException neutral :
        List.of(new IllegalArgumentException(), new ArithmeticException())) {
      run(mode, breaker, failing(neutral)).assertFailedWith(neutral);
      assertEquals(CircuitState.HALF_OPEN, breaker.state());
      assertEquals(1, breaker.snapshot().permittedCalls());
    }
    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule("CB-21")
  @DisplayName("a neutral call changes nothing in a closed breaker")
  void neutralWhileClosed(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().ignore(IllegalArgumentException.class));
    repeat(3, mode, breaker, failing(failure));

    run(mode, breaker, failing(new IllegalArgumentException()));

    assertEquals(3, breaker.failures());
    assertEquals(failure, breaker.snapshot().lastFailure());
    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule("CB-25")
  @DisplayName("R1 S4: an Error in the probe is a failure: the breaker opens and keeps no permit")
  void errorInProbe(Mode mode) {
    CircuitBreaker breaker = halfOpen();
    StackOverflowError error = new StackOverflowError();

    run(mode, breaker, failing(error)).assertFailedWith(error);
    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(6, breaker.failures());
    time.advance(seconds(60));

    run(mode, breaker, returning("page")).assertReturned("page");
    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule({"CB-12", "EV-03"})
  @DisplayName(
      "T40 T55 T58 T60 T62 T78 Z78: the four arrows, one event each; half-open comes with the first"
          + " probe")
  void arrows(Mode mode) {
    CircuitBreaker breaker = halfOpen();
    assertEquals(List.of("CLOSED>OPEN"), arrowsSeen());

    run(mode, breaker, failing(failure));
    assertEquals(List.of("CLOSED>OPEN", "OPEN>HALF_OPEN", "HALF_OPEN>OPEN"), arrowsSeen());
    time.advance(seconds(60));
    run(mode, breaker, returning("page"));

    assertEquals(
        List.of(
            "CLOSED>OPEN",
            "OPEN>HALF_OPEN",
            "HALF_OPEN>OPEN",
            "OPEN>HALF_OPEN",
            "HALF_OPEN>CLOSED"),
        arrowsSeen());
  }

  @Test
  @Rule("CB-49")
  @DisplayName(
      "T121 C49 T9 T68 T81: a nested call passes while closed, and is refused from within the only"
          + " probe")
  void nested() throws Exception {
    CircuitBreaker closed = breaker(CircuitBreaker.builder());
    String answer = closed.call(() -> closed.<String>call(() -> "nested"));
    assertEquals("nested", answer);
    CircuitBreaker breaker = halfOpen();

    String refused =
        breaker.call(
            () -> {
              try {
                return breaker.<String>call(() -> "second probe");
              } catch (CircuitOpenException expected) {
                return "refused " + expected.state().text();
              }
            });

    assertEquals("refused half_open", refused);
    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  private List<String> arrowsSeen() {
    return events.of(CircuitStateChanged.class).stream()
        .map(change -> change.from() + ">" + change.to())
        .toList();
  }
}
