package io.firmitas.tck.rules.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.CommonSettings;
import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.event.CircuitState;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a provider makes. */
public abstract class ProviderRules extends Scenario {
  @Test
  @Rule("PR-01")
  @DisplayName("T103: a policy has the given configuration, its name and its runtime")
  void configuration() {
    CircuitBreakerConfig breakerConfig = CircuitBreaker.builder("catalog").runtime(time).config();
    RetryConfig retryConfig = Retry.builder("again").runtime(time).config();
    TimeoutConfig timeoutConfig = Timeout.builder(seconds(1)).name("short").runtime(time).config();
    FallbackConfig<String> fallbackConfig =
        Fallback.<String>builder()
            .name("cached")
            .on(Exception.class, thrown -> "cached")
            .runtime(time)
            .config();

    CircuitBreaker breaker = create(breakerConfig);
    Retry retry = create(retryConfig);
    Timeout timeout = create(timeoutConfig);
    Fallback<String> fallback = create(fallbackConfig);

    assertSame(breakerConfig, breaker.config());
    assertSame(retryConfig, retry.config());
    assertSame(timeoutConfig, timeout.config());
    assertSame(fallbackConfig, fallback.config());
    assertEquals(
        List.of("catalog", "again", "short", "cached"),
        List.of(breaker.name(), retry.name(), timeout.name(), fallback.name()));
    for (Policy<?> policy : List.of(breaker, retry, timeout, fallback)) {
      assertSame(time, policy.runtime());
    }
  }

  @Test
  @Rule({"PR-02", "CB-52"})
  @DisplayName("C36: two policies made from one configuration have states of their own")
  void newEachTime() {
    CircuitBreakerConfig config =
        CircuitBreaker.builder().failureThreshold(1).runtime(time).config();
    CircuitBreaker first = create(config);
    CircuitBreaker second = create(config);

    first.recordFailure(new IOException("down"));

    assertNotSame(first, second);
    assertEquals(CircuitState.OPEN, first.state());
    assertEquals(CircuitState.CLOSED, second.state());
  }

  @Test
  @Rule("PR-03")
  @DisplayName("an unknown kind of policy is refused by name")
  void unknownKind() {
    UnknownConfig unknown = new UnknownConfig(Retry.builder().runtime(time).config().common());

    UnsupportedOperationException refused =
        assertThrows(UnsupportedOperationException.class, () -> provider().create(unknown));

    assertTrue(
        String.valueOf(refused.getMessage()).contains(UnknownConfig.class.getSimpleName()),
        String.valueOf(refused.getMessage()));
  }

  private record UnknownConfig(CommonSettings common) implements PolicyConfig<Policy<Object>> {}
}
