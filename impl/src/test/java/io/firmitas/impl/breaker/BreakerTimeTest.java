package io.firmitas.impl.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerMode;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitState;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BreakerTimeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final IOException FAILURE = new IOException("down");

  private final VirtualRuntime runtime = new VirtualRuntime();

  @Test
  @DisplayName("R13, F11: opening by order after an idle time does not bring back old failures")
  void orderAfterIdleTime() {
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .runtime(runtime)
            .window(Window.ofTime(SECOND.multipliedBy(10)))
            .failureThreshold(3)
            .build();
    breaker.recordFailure(FAILURE);
    breaker.recordFailure(FAILURE);
    assertThat(breaker.failures()).isEqualTo(2);
    runtime.advance(SECOND.multipliedBy(60));
    assertThat(breaker.failures()).isZero();
    breaker.forceOpen();
    assertThat(breaker.failures()).isZero();
    assertThat(breaker.snapshot().mode()).isEqualTo(CircuitBreakerMode.FORCED_OPEN);
  }

  @Test
  @DisplayName("T88: an open breaker reads the clock once to refuse a call, and no other clock")
  void onceToRefuse() {
    CircuitBreaker breaker =
        CircuitBreaker.builder().runtime(runtime).failureThreshold(1).openTime(SECOND).build();
    breaker.recordFailure(FAILURE);
    runtime.clearFacts();

    assertThatThrownBy(() -> breaker.call(() -> "page")).isInstanceOf(CircuitOpenException.class);

    assertThat(runtime.clockReads()).isEqualTo(1);
    assertThat(runtime.wallClockReads()).isZero();
  }

  @Test
  @DisplayName("a reading taken before the breaker opened never waits longer than the open time")
  void olderReading() {
    Period.Open open = new Period.Open(1_000, Tally.CLEAN, 500, 1, false, null);
    assertThat(open.remaining(1_000)).isEqualTo(500);
    assertThat(open.remaining(1_499)).isEqualTo(1);
    assertThat(open.remaining(1_500)).isZero();
    assertThat(open.remaining(990)).isEqualTo(500);
    assertThat(open.isOver(990)).isFalse();
    assertThat(open.isOver(1_500)).isTrue();
  }

  @Test
  @DisplayName("wherever the clock stands, also when it wraps around, the open time is the same")
  void wrapAround() {
    for (long now : new long[] {Long.MAX_VALUE - 5, -5, Long.MIN_VALUE, 0}) {
      runtime.startAt(now);
      CircuitBreaker breaker =
          CircuitBreaker.builder()
              .runtime(runtime)
              .failureThreshold(1)
              .openTime(Duration.ofNanos(10))
              .build();
      breaker.recordFailure(FAILURE);
      assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
      runtime.advance(Duration.ofNanos(9));
      assertThat(breaker.wouldPermit()).isFalse();
      runtime.advance(Duration.ofNanos(1));
      assertThat(breaker.wouldPermit()).isTrue();
      try (Permit probe = breaker.acquire()) {
        assertThat(breaker.wouldPermit()).isFalse();
        probe.success();
      }
      assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    }
  }

  @Test
  @DisplayName(
      "a half-open breaker tells how many calls would pass, permits about to be lost included")
  void permittedCalls() {
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .runtime(runtime)
            .failureThreshold(1)
            .openTime(SECOND)
            .probes(3)
            .probeLease(SECOND)
            .build();
    breaker.recordFailure(FAILURE);
    runtime.advance(SECOND);
    assertThat(breaker.snapshot().permittedCalls()).isEqualTo(3);
    breaker.acquire();
    breaker.acquire();
    assertThat(breaker.snapshot().permittedCalls()).isEqualTo(1);
    runtime.advance(SECOND);
    assertThat(breaker.snapshot().permittedCalls()).isEqualTo(3);
    for (int call = 0; call < 3; call++) {
      assertThat(breaker.tryAcquire()).isPresent();
    }
    assertThat(breaker.tryAcquire()).isEmpty();
  }

  private CircuitBreaker recovering() {
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .runtime(runtime)
            .failureThreshold(2)
            .openTime(SECOND)
            .gradualRecovery(SECOND.multipliedBy(10), 0.1)
            .build();
    breaker.recordFailure(FAILURE);
    breaker.recordFailure(FAILURE);
    runtime.advance(SECOND);
    breaker.run(() -> {});
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    return breaker;
  }

  private static int admittedOf(CircuitBreaker breaker, int calls) {
    int admitted = 0;
    for (int call = 0; call < calls; call++) {
      try {
        breaker.run(() -> {});
        admitted++;
      } catch (CircuitOpenException refused) {
        assertThat(refused).hasMessageStartingWith("Circuit breaker is open");
      }
    }
    return admitted;
  }

  @Test
  @DisplayName("gradual recovery admits the share it tells, at every moment of the ramp")
  void gradualRecovery() {
    CircuitBreaker breaker = recovering();
    assertThat(breaker.snapshot().admittedShare()).isEqualTo(0.1);
    assertThat(admittedOf(breaker, 1_000)).isBetween(99, 101);
    runtime.advance(SECOND.multipliedBy(5));
    assertThat(breaker.snapshot().admittedShare()).isEqualTo(0.55);
    assertThat(admittedOf(breaker, 1_000)).isBetween(548, 552);
    runtime.advance(SECOND.multipliedBy(5));
    assertThat(admittedOf(breaker, 1_000)).isEqualTo(1_000);
    assertThat(breaker.snapshot().admittedShare()).isEqualTo(1.0);
  }

  @Test
  @DisplayName("asking whether a call would pass takes nothing, also during a gradual recovery")
  void askingTakesNothing() {
    CircuitBreaker breaker = recovering();
    assertThat(breaker.wouldPermit()).isTrue();
    assertThat(breaker.wouldPermit()).isTrue();
    assertThat(admittedOf(breaker, 1)).isEqualTo(1);
    for (int question = 0; question < 50; question++) {
      assertThat(breaker.wouldPermit()).isFalse();
    }
    assertThat(admittedOf(breaker, 9)).isZero();
    assertThat(admittedOf(breaker, 1)).isEqualTo(1);
  }
}
