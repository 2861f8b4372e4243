package io.firmitas.impl.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitCallSucceeded;
import io.firmitas.event.CircuitState;
import io.firmitas.impl.runtime.DelegatingRuntime;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LockingCircuitBreakerTest {
  private static final IOException FAILURE = new IOException("down");

  private final VirtualRuntime time = new VirtualRuntime();

  /** Runs an action, once, when the clock is read the next time. */
  private static final class Interfering extends DelegatingRuntime {
    private Runnable action = () -> {};

    Interfering(VirtualRuntime time) {
      super(time);
    }

    @Override
    public long nanoTime() {
      Runnable present = action;
      action = () -> {};
      present.run();
      return super.nanoTime();
    }
  }

  @Test
  @DisplayName("a refusal tells why it refused also when calls pass again before it is told")
  void closedMeanwhile() {
    Interfering runtime = new Interfering(time);
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .failureThreshold(1)
            .openTime(Duration.ofSeconds(5))
            .runtime(runtime)
            .build();
    breaker.recordFailure(FAILURE);

    runtime.action = breaker::reset;
    CircuitOpenException refusal =
        catchThrowableOfType(CircuitOpenException.class, () -> breaker.call(() -> "page"));

    assertThat(refusal.state()).isEqualTo(CircuitState.OPEN);
    assertThat(refusal.failures()).isEqualTo(1);
    assertThat(refusal.retryAfter()).isEqualTo(Duration.ofSeconds(5));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  @DisplayName("a call through a disabled breaker reads no clock, however it ends")
  void disabled() throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().runtime(time).build();
    breaker.disable();
    long clock = time.clockReads();
    long wallClock = time.wallClockReads();

    String page = breaker.call(() -> "page");
    IOException thrown =
        catchThrowableOfType(
            IOException.class,
            () ->
                breaker.call(
                    () -> {
                      throw FAILURE;
                    }));

    assertThat(page).isEqualTo("page");
    assertThat(thrown).isSameAs(FAILURE);
    assertThat(time.clockReads()).isEqualTo(clock);
    assertThat(time.wallClockReads()).isEqualTo(wallClock);
  }

  @Test
  @DisplayName("an outcome is wanted when somebody listens to its kind, and only then")
  void wanted() {
    CircuitBreaker heard =
        CircuitBreaker.builder().onEvent(CircuitCallSucceeded.class, event -> {}).build();

    for (Verdict verdict : Verdict.values()) {
      assertThat(new BreakerEvents(CircuitBreaker.builder().config()).want(verdict)).isFalse();
      assertThat(new BreakerEvents(heard.config()).want(verdict))
          .isEqualTo(verdict == Verdict.SUCCESS);
    }
  }
}
