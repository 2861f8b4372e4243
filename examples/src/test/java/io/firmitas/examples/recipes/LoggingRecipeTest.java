package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.PolicyListener;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: log what policies do")
@ExtendWith(FirmitasExtension.class)
class LoggingRecipeTest {
  private static final IOException DOWN = new IOException("down");

  @Test
  @DisplayName("G20 G24 G27: one warning when it opens, one note each for the probe and the end")
  void builtIn(VirtualRuntime runtime) throws Exception {
    // snippet: recipe-logging
    CircuitBreaker cdn =
        CircuitBreaker.builder("cdn")
            .failureThreshold(2)
            .listener(PolicyListener.logging()) // logger io.firmitas
            .runtime(runtime)
            .build();
    // end
    var call = new ScriptedCall<String>().fail(2, DOWN).succeed("up");

    try (CapturedLog log = new CapturedLog("io.firmitas")) {
      assertThatThrownBy(() -> cdn.call(call)).isSameAs(DOWN);
      assertThatThrownBy(() -> cdn.call(call)).isSameAs(DOWN);
      assertThatThrownBy(() -> cdn.call(call)).hasMessageStartingWith("Circuit breaker is open");
      runtime.advance(Duration.ofMinutes(1));
      assertThat(cdn.<String>call(call)).isEqualTo("up");
      assertThat(cdn.<String>call(call)).isEqualTo("up");

      assertThat(log.lines())
          .containsExactly(
              "WARNING cdn: Circuit breaker opened after 2 failures for 60.00s",
              "INFO cdn: Circuit breaker entering half-open state",
              "INFO cdn: Circuit breaker closed");
    }
  }

  @Test
  @DisplayName("G97: switching a breaker off by hand is logged as a warning, without a listener")
  void switchedOff(VirtualRuntime runtime) {
    CircuitBreaker cdn = CircuitBreaker.builder("cdn").runtime(runtime).build();
    try (CapturedLog log = new CapturedLog("io.firmitas")) {
      cdn.disable();

      assertThat(log.lines())
          .containsExactly(
              "WARNING cdn: Circuit breaker disabled; calls are not guarded until it is reset");
    }
  }

  @Test
  @DisplayName("T185: a note before each attempt and after success, a warning for each failure")
  void retryWithLog(VirtualRuntime runtime) throws Exception {
    List<String> log = new ArrayList<>();
    CircuitBreaker breaker = CircuitBreaker.builder().runtime(runtime).build();
    // snippet: recipe-retry-log
    Retry retry =
        Retry.builder()
            .maxAttempts(5)
            .backoff(Backoff.exponential(Duration.ofSeconds(1), 1.5))
            .onAttempt(a -> log.add("INFO loading, attempt " + a.attempt()))
            .onRetry(r -> log.add("WARN failed, failures: " + breaker.failures()))
            .onSuccess(s -> log.add("INFO loaded, failures: " + breaker.failures()))
            .runtime(runtime)
            .build();
    // end
    Policy<String> policy = Policies.wrap(retry, breaker);

    assertThat(policy.call(new ScriptedCall<String>().fail(DOWN).succeed("page")))
        .isEqualTo("page");

    assertThat(log)
        .containsExactly(
            "INFO loading, attempt 1",
            "WARN failed, failures: 1",
            "INFO loading, attempt 2",
            "INFO loaded, failures: 0");
  }

  @Test
  @DisplayName("Z36: a warning for each retry, an alert when given up, a metric when it opens")
  void hooks(VirtualRuntime runtime) {
    List<String> log = new ArrayList<>();
    AtomicInteger openings = new AtomicInteger();
    // snippet: recipe-hooks
    Retry retry =
        Retry.builder()
            .onRetry(r -> log.add("retry " + r.attempt() + " after " + r.cause().orElse(null)))
            .onGiveUp(f -> log.add("ALERT: gave up after " + f.attempts() + " attempts"))
            .runtime(runtime)
            .build();
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .failureThreshold(3)
            .onOpen(o -> openings.incrementAndGet())
            .runtime(runtime)
            .build();
    // end

    assertThatThrownBy(
            () -> Policies.wrap(retry, breaker).call(new ScriptedCall<String>().fail(DOWN)))
        .isSameAs(DOWN);

    assertThat(log)
        .containsExactly(
            "retry 1 after java.io.IOException: down",
            "retry 2 after java.io.IOException: down",
            "ALERT: gave up after 3 attempts");
    assertThat(openings).hasValue(1);
  }
}
