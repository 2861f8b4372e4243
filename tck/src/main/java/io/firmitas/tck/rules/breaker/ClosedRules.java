package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerMode;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The closed breaker, counting consecutive failures. */
public abstract class ClosedRules extends Scenario {
  private final IOException failure = new IOException("down");

  @Test
  @Rule({"CB-01", "CB-39"})
  @DisplayName(
      "T22 T113 G15: a new breaker is closed, automatic, with no failures and no last failure")
  void newBreaker() {
    CircuitBreakerSnapshot snapshot = breaker(CircuitBreaker.builder("catalog")).snapshot();

    assertEquals("catalog", snapshot.name());
    assertEquals(CircuitState.CLOSED, snapshot.state());
    assertEquals(CircuitBreakerMode.AUTOMATIC, snapshot.mode());
    assertEquals(0, snapshot.failures());
    assertEquals(0, snapshot.openings());
    assertEquals(Integer.MAX_VALUE, snapshot.permittedCalls());
    assertEquals(Duration.ZERO, snapshot.remainingOpenTime());
    assertEquals(Optional.empty(), snapshot.lastFailureTime());
    assertNull(snapshot.lastFailure());
  }

  @EachMode
  @Rule("CB-02")
  @DisplayName("T38 T92 T98 G14: the defaults are 5 consecutive failures, 60 s and 1 probe")
  void defaults(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());

    repeat(4, mode, breaker, failing(failure));
    assertEquals(CircuitState.CLOSED, breaker.state());
    run(mode, breaker, failing(failure));

    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    assertEquals(CircuitState.OPEN, snapshot.state());
    assertEquals(5, snapshot.threshold());
    assertEquals(seconds(60), snapshot.openTime());
    assertEquals(seconds(60), snapshot.remainingOpenTime());
    time.advance(seconds(60));
    assertEquals(1, breaker.snapshot().permittedCalls());
  }

  @EachMode
  @Rule("CB-03")
  @DisplayName("Z79 G3: a closed breaker makes every call and returns its result")
  void passes(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    ScriptedCall<String> call = returning("page");

    for (int index = 0; index < 100; index++) {
      run(mode, breaker, call).assertReturned("page");
    }

    assertEquals(100, call.count());
  }

  @EachMode
  @Rule("CB-04")
  @DisplayName("Z79 C1 T25 T56 T57 T107 T108: a failure adds one, a success sets the count to zero")
  void counts(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());

    for (int expected = 1; expected <= 4; expected++) {
      run(mode, breaker, failing(failure));
      assertEquals(expected, breaker.failures());
    }
    run(mode, breaker, returning("page"));

    assertEquals(0, breaker.failures());
    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule("CB-04")
  @DisplayName("T33 T94 Z26: four failures, a success, four failures stay closed with threshold 5")
  void consecutiveOnly(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    ScriptedCall<String> call =
        new ScriptedCall<String>().fail(4, failure).succeed("page").fail(4, failure);

    repeat(9, mode, breaker, call);

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(4, breaker.failures());
    assertEquals(9, call.count());
  }

  @EachMode
  @Rule({"CB-05", "CX-04"})
  @DisplayName(
      "T24 T30 T111 T152 G6: the failure that reaches the threshold opens and is what its caller"
          + " gets")
  void opensAtThreshold(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(3));
    repeat(2, mode, breaker, failing(failure));
    IOException third = new IOException("third");

    run(mode, breaker, failing(third)).assertFailedWith(third);

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(3, breaker.failures());
    assertEquals(third, breaker.snapshot().lastFailure());
  }

  @EachMode
  @Rule("CB-05")
  @DisplayName("a threshold of 1 opens with the first failure")
  void thresholdOfOne(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1));

    run(mode, breaker, failing(failure)).assertFailedWith(failure);

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-24")
  @DisplayName("T5: failures of the network count by default")
  void networkFailuresCount(Mode mode) {
    for (IOException kind :
        List.of(
            new ConnectException(),
            new SocketTimeoutException(),
            new UnknownHostException(),
            new NoRouteToHostException())) {
      CircuitBreaker breaker = breaker(CircuitBreaker.builder());
      run(mode, breaker, failing(kind)).assertFailedWith(kind);
      assertEquals(1, breaker.failures(), kind.toString());
    }
  }

  @EachMode
  @Rule("CB-52")
  @DisplayName("T19 Z97 Z103: two breakers from the same settings count for themselves")
  void independent(Mode mode) {
    CircuitBreaker sick = breaker(CircuitBreaker.builder().failureThreshold(1));
    CircuitBreaker healthy = create(sick.config());

    run(mode, sick, failing(failure));

    assertEquals(CircuitState.OPEN, sick.state());
    assertEquals(CircuitState.CLOSED, healthy.state());
    run(mode, healthy, returning("page")).assertReturned("page");
  }

  @EachMode
  @Rule("CB-52")
  @DisplayName(
      "T124: breakers with thresholds 2 and 10 open at the second and at the tenth failure")
  void thresholdsOfTheirOwn(Mode mode) {
    CircuitBreaker critical =
        breaker(CircuitBreaker.builder("payment").failureThreshold(2).openTime(seconds(120)));
    CircuitBreaker lenient =
        breaker(CircuitBreaker.builder("partner").failureThreshold(10).openTime(seconds(30)));

    repeat(2, mode, critical, failing(failure));
    repeat(9, mode, lenient, failing(failure));

    assertEquals(CircuitState.OPEN, critical.state());
    assertEquals(seconds(120), critical.remainingOpenTime());
    assertEquals(CircuitState.CLOSED, lenient.state());
    run(mode, lenient, failing(failure));
    assertEquals(seconds(30), lenient.remainingOpenTime());
  }
}
