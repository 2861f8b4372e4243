package io.firmitas.tck.rules.composition;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.Window;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.timeout.Timeout;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Settings that are refused. */
public abstract class SettingsRules extends Scenario {
  private static void assertRefused(String setting, String value, Executable settings) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, settings).getMessage());
    assertTrue(message.contains(setting), () -> "\"" + message + "\" must name " + setting);
    assertTrue(message.contains(value), () -> "\"" + message + "\" must name the value " + value);
  }

  @Test
  @Rule("CX-13")
  @DisplayName(
      "T93 T99 V8 C34 R19: settings of a breaker that are out of range or contradict each other")
  void breaker() {
    assertRefused("failureThreshold", "0", () -> CircuitBreaker.builder().failureThreshold(0));
    assertRefused("openTime", "PT0S", () -> CircuitBreaker.builder().openTime(seconds(0)));
    assertRefused("openTime", "PT-1S", () -> CircuitBreaker.builder().openTime(seconds(-1)));
    assertRefused("probes", "0", () -> CircuitBreaker.builder().probes(0));
    assertRefused(
        "successThreshold",
        "3",
        () -> CircuitBreaker.builder().probes(2).successThreshold(3).config());
    assertRefused("failureRate", "1.5", () -> CircuitBreaker.builder().failureRate(1.5));
    assertRefused(
        "failureRate",
        "0.5",
        () -> CircuitBreaker.builder().failureRate(0.5).failureThreshold(3).config());
    assertRefused(
        "minimumCalls",
        "50",
        () ->
            CircuitBreaker.builder()
                .window(Window.ofCalls(5))
                .failureRate(0.5)
                .minimumCalls(50)
                .config());
    assertRefused(
        "failureThreshold",
        "6",
        () -> CircuitBreaker.builder().window(Window.ofCalls(5)).failureThreshold(6).config());
  }

  @Test
  @Rule("CX-13")
  @DisplayName(
      "Z59 Z60 Z61 Z62 C3: settings of a retry that are out of range or contradict each other")
  void retry() {
    assertRefused("maxAttempts", "0", () -> Retry.builder().maxAttempts(0));
    assertRefused("maxAttempts", "-1", () -> Retry.builder().maxAttempts(-1));
    assertRefused("maxRetries", "-1", () -> Retry.builder().maxRetries(-1));
    assertRefused("maxRetries", "2", () -> Retry.builder().maxAttempts(3).maxRetries(2).config());
    assertRefused("delay", "PT-0.1S", () -> Retry.builder().delay(millis(-100)));
    assertRefused("maxDelay", "PT-1S", () -> Retry.builder().maxDelay(seconds(-1)));
    assertRefused("totalTimeLimit", "PT-1S", () -> Retry.builder().totalTimeLimit(seconds(-1)));
    assertRefused("multiplier", "0.5", () -> Backoff.exponential(seconds(1), 0.5));
    assertRefused(
        "maxDelay", "PT1S", () -> Retry.builder().delay(seconds(2)).maxDelay(seconds(1)).config());
  }

  @Test
  @Rule("CX-13")
  @DisplayName("S6: a timeout of zero, and a fallback without a handler")
  void others() {
    assertRefused("timeout length", "PT0S", () -> Timeout.builder(seconds(0)));
    assertRefused("timeout length", "PT-1S", () -> Timeout.builder(seconds(-1)));
    assertRefused("fallback", "none", () -> Fallback.builder().config());
  }
}
