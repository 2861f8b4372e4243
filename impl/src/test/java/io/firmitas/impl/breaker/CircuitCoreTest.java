package io.firmitas.impl.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitState;
import io.firmitas.impl.breaker.Period.Closed;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the core says about an outcome that it was offered. */
class CircuitCoreTest {
  private static final IllegalStateException FAILURE = new IllegalStateException("down");
  private static final long OPEN_NANOS = 1_000;

  private final VirtualRuntime runtime = new VirtualRuntime();

  private LockingCircuitBreaker breaker(CircuitBreakerBuilder settings) {
    return LockingCircuitBreaker.of(settings.runtime(runtime).config());
  }

  private static CircuitBreakerBuilder windowed() {
    return CircuitBreaker.builder().window(Window.ofCalls(3)).failureRate(0.5).minimumCalls(3);
  }

  private Recording recording(Verdict verdict) {
    boolean failed = verdict == Verdict.FAILURE;
    return new Recording(
        verdict,
        false,
        failed ? FAILURE : null,
        failed ? Instant.EPOCH : null,
        runtime.nanoTime(),
        Recording.NOT_KNOWN);
  }

  private Admission admit(LockingCircuitBreaker breaker) {
    return Objects.requireNonNull(breaker.tryAcquire(runtime.nanoTime()).admission());
  }

  @Test
  @DisplayName("an outcome that opens nothing is recorded at once, whatever it is")
  void recorded() {
    for (CircuitBreakerBuilder settings : new CircuitBreakerBuilder[] {count(), windowed()}) {
      LockingCircuitBreaker breaker = breaker(settings);

      for (Verdict verdict : List.of(Verdict.SUCCESS, Verdict.FAILURE, Verdict.NEUTRAL)) {
        assertThat(breaker.record(admit(breaker), recording(verdict))).as("%s", verdict).isTrue();
      }

      assertThat(breaker.snapshot().failures()).isEqualTo(1);
      assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    }
    LockingCircuitBreaker neutral = breaker(windowed());
    neutral.record(admit(neutral), recording(Verdict.NEUTRAL));
    assertThat(neutral.snapshot().calls()).isZero();
  }

  private static CircuitBreakerBuilder count() {
    return CircuitBreaker.builder().failureThreshold(2);
  }

  @Test
  @DisplayName("an outcome that opens is recorded when it comes with the open time")
  void opening() {
    LockingCircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1));
    Recording failure = recording(Verdict.FAILURE);
    Admission admission = admit(breaker);

    assertThat(breaker.record(admission, failure)).isFalse();
    assertThat(failure.opening).isEqualTo(1);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failure.openNanos = OPEN_NANOS;
    assertThat(breaker.record(admission, failure)).isTrue();
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  @DisplayName("the vote of a probe is recorded at once, unless it opens")
  void probe() {
    LockingCircuitBreaker breaker = breaker(CircuitBreaker.builder().probes(2).successThreshold(2));
    breaker.forceHalfOpen();

    assertThat(breaker.record(admit(breaker), recording(Verdict.NEUTRAL))).isTrue();
    assertThat(breaker.record(admit(breaker), recording(Verdict.SUCCESS))).isTrue();
    Admission last = admit(breaker);
    assertThat(breaker.record(last, recording(Verdict.FAILURE))).isFalse();
    assertThat(breaker.record(last, recording(Verdict.SUCCESS))).isTrue();
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.record(last, recording(Verdict.FAILURE))).as("too late").isTrue();
    assertThat(breaker.snapshot().failures()).isZero();

    LockingCircuitBreaker patient = breaker(CircuitBreaker.builder().probes(3).successThreshold(2));
    patient.forceHalfOpen();
    assertThat(patient.record(admit(patient), recording(Verdict.FAILURE))).isTrue();
    assertThat(patient.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  private boolean quietly(LockingCircuitBreaker breaker, Admission admission, boolean failed) {
    return breaker.recordQuietly(
        (Closed) admission, failed, failed ? FAILURE : null, failed ? Instant.EPOCH : null, 0);
  }

  @Test
  @DisplayName("what causes no transition is recorded on the short way; what does is not recorded")
  void shortWay() {
    LockingCircuitBreaker breaker = breaker(windowed());
    Admission admission = admit(breaker);

    assertThat(quietly(breaker, admission, false)).isTrue();
    assertThat(quietly(breaker, admission, true)).isTrue();
    assertThat(quietly(breaker, admission, true)).isFalse();
    assertThat(quietly(breaker, admission, false)).isTrue();
    assertThat(breaker.snapshot().calls()).isEqualTo(3);
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
  }

  @Test
  @DisplayName("a success from before the present period needs no other way, a failure does")
  void late() {
    LockingCircuitBreaker breaker = breaker(count());
    Admission before = admit(breaker);
    breaker.forceOpen();

    assertThat(quietly(breaker, before, false)).isTrue();
    assertThat(quietly(breaker, before, true)).isFalse();
  }

  @Test
  @DisplayName("one more success changes nothing where the window is full of them")
  void nothingOnRecord() {
    LockingCircuitBreaker breaker = breaker(windowed());
    Closed admission = (Closed) admit(breaker);
    for (int success = 0; success < 3; success++) {
      assertThat(breaker.hasNothingOnRecord(admission)).isFalse();
      breaker.recordSuccess();
    }
    assertThat(breaker.hasNothingOnRecord(admission)).isTrue();
    breaker.recordFailure(FAILURE);
    assertThat(breaker.hasNothingOnRecord(admission)).isFalse();
  }
}
