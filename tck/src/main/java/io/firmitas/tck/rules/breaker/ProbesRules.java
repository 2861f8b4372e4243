package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several probes, and probes that never end. */
public abstract class ProbesRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreaker halfOpen(CircuitBreakerBuilder settings) {
    CircuitBreaker breaker = breaker(settings.failureThreshold(1).openTime(seconds(60)));
    breaker.recordFailure(failure);
    time.advance(seconds(60));
    return breaker;
  }

  @Test
  @Rule("CB-16")
  @DisplayName(
      "exactly the configured probes pass in one half-open period; a success gives no permit back")
  void exactlyProbes() {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(3));

    Permit first = breaker.acquire();
    first.success();
    assertEquals(2, breaker.snapshot().permittedCalls());
    breaker.acquire();
    breaker.acquire();

    assertTrue(breaker.tryAcquire().isEmpty());
    assertEquals(0, breaker.snapshot().permittedCalls());
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
  }

  @Test
  @Rule({"CB-16", "CB-22"})
  @DisplayName(
      "the permit of a probe that has succeeded is not given back when its lease would end")
  void usedUp() {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(2).probeLease(seconds(30)));
    Permit first = breaker.acquire();
    breaker.acquire();
    first.success();

    time.advance(seconds(30));

    assertEquals(1, breaker.snapshot().permittedCalls());
    breaker.acquire();
    assertTrue(breaker.tryAcquire().isEmpty());
  }

  @Test
  @Rule({"CB-16", "CB-21", "CB-22"})
  @DisplayName("a permit that was given back is not given back once more when its lease would end")
  void givenBackOnce() {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(3).probeLease(seconds(30)));
    breaker.acquire();
    time.advance(seconds(1));
    Permit second = breaker.acquire();
    time.advance(seconds(1));
    breaker.acquire();
    second.close();
    breaker.acquire();
    assertTrue(breaker.tryAcquire().isEmpty());

    time.advance(seconds(29));

    assertEquals(1, breaker.snapshot().permittedCalls());
    breaker.acquire();
    assertTrue(breaker.tryAcquire().isEmpty());
  }

  @EachMode
  @Rule("CB-17")
  @DisplayName("by default all probes must succeed")
  void allMustSucceed(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(3));

    repeat(2, mode, breaker, returning("page"));
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    run(mode, breaker, returning("page"));

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
  }

  @EachMode
  @Rule("CB-18")
  @DisplayName("with all probes needed, the first failed probe opens")
  void firstFailureOpens(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(3));
    run(mode, breaker, returning("page"));

    run(mode, breaker, failing(failure));

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(seconds(60), breaker.remainingOpenTime());
    assertEquals(2, breaker.failures());
  }

  @EachMode
  @Rule({"CB-17", "CB-18"})
  @DisplayName("with 2 of 4 needed, two failures stay half-open, the third opens")
  void impossibleOpens(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(4).successThreshold(2));

    repeat(2, mode, breaker, failing(failure));
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    run(mode, breaker, failing(failure));

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-17")
  @DisplayName("with 2 of 4 needed, the second success closes, whatever failed before")
  void enoughCloses(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(4).successThreshold(2));
    repeat(2, mode, breaker, failing(failure));

    repeat(2, mode, breaker, returning("page"));

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
  }

  @EachMode
  @Rule("CB-23")
  @DisplayName("a success rate of 0.5 of 3 probes needs 2 of them")
  void successRate(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(3).successRate(0.5));

    run(mode, breaker, failing(failure));
    run(mode, breaker, returning("page"));
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    run(mode, breaker, returning("page"));

    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule({"CB-16", "CB-21"})
  @DisplayName("a neutral probe gives back its permit, no more")
  void neutralProbe(Mode mode) {
    CircuitBreaker breaker =
        halfOpen(CircuitBreaker.builder().probes(2).ignore(IllegalStateException.class));

    run(mode, breaker, returning("page"));
    repeat(5, mode, breaker, failing(new IllegalStateException()));
    assertEquals(1, breaker.snapshot().permittedCalls());
    run(mode, breaker, returning("page"));

    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule("CB-22")
  @DisplayName(
      "S5 C12: a probe that never answers loses its permit after the open time, not one nanosecond"
          + " before")
  void leaseByDefault(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder());
    breaker.acquire();

    time.advance(seconds(60).minusNanos(1));
    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    time.advance(nanos(1));
    assertTrue(breaker.wouldPermit());
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  @EachMode
  @Rule("CB-22")
  @DisplayName("the lease can be set")
  void leaseSet(Mode mode) {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probeLease(seconds(5)));
    breaker.acquire();

    time.advance(seconds(5).minusNanos(1));
    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    time.advance(nanos(1));

    run(mode, breaker, returning("page")).assertReturned("page");
  }

  @Test
  @Rule({"CB-22", "CB-16"})
  @DisplayName(
      "S5: the late outcome of a probe that lost its permit is ignored, and gives no permit back")
  void lateProbe() {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder());
    Permit lost = breaker.acquire();
    time.advance(seconds(60));
    Permit second = breaker.acquire();

    lost.success();
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(0, breaker.snapshot().permittedCalls());
    lost.close();
    assertTrue(breaker.tryAcquire().isEmpty());
    second.failure(failure);

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(2, breaker.failures());
  }

  @Test
  @Rule("CB-22")
  @DisplayName("the late failure of a probe that lost its permit does not open the breaker again")
  void lateFailedProbe() {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder());
    Permit lost = breaker.acquire();
    time.advance(seconds(60));
    breaker.acquire();

    lost.failure(failure);

    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertEquals(1, breaker.failures());
  }

  @Test
  @Rule("CB-22")
  @DisplayName("of two probes only the one whose lease has ended loses its permit")
  void leasesOfTheirOwn() {
    CircuitBreaker breaker = halfOpen(CircuitBreaker.builder().probes(2).probeLease(seconds(10)));
    breaker.acquire();
    time.advance(seconds(4));
    Permit younger = breaker.acquire();

    time.advance(seconds(6));
    assertEquals(1, breaker.snapshot().permittedCalls());
    Permit third = breaker.acquire();
    younger.success();
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    third.success();

    assertEquals(CircuitState.CLOSED, breaker.state());
  }
}
