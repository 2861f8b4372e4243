package io.firmitas.cdi.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.registry.PolicyRegistry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.TimeoutConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Switches that code has turned, turned back by keys. */
class KeysUndoCodeTest {
  private static PolicyRegistry registry(Map<String, String> keys) {
    return ConfiguredPolicies.configure(
            PolicyRegistry.create(new VirtualRuntime()),
            new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(keys, "keys", 100))
                .build())
        .configureRetry("coded", retry -> retry.wrapExhausted().retryOnNull())
        .configureTimeout(
            "coded", Duration.ofSeconds(1), timeout -> timeout.detached().withoutInterrupt())
        .configureCircuitBreaker("coded", breaker -> breaker.dryRun(true));
  }

  @ParameterizedTest
  @DisplayName("CF-02: a key of a name or of global undoes a switch of code, one of defaults not")
  @CsvSource({"coded, false", "global, false", "defaults, true"})
  void switches(String target, boolean stays) {
    Map<String, String> keys = new HashMap<>();
    for (String off :
        new String[] {
          "retry.wrap-exhausted",
          "retry.retry-on-null",
          "timeout.detached",
          "circuit-breaker.dry-run"
        }) {
      keys.put("firmitas." + target + "." + off, "false");
    }
    keys.put("firmitas." + target + ".timeout.interrupt", "true");
    PolicyRegistry registry = registry(keys);

    RetryConfig retry = registry.retry("coded").config();
    assertThat(retry.wrapsExhausted()).isEqualTo(stays);
    assertThat(retry.retriesResult(null)).isEqualTo(stays);
    TimeoutConfig timeout = registry.timeout("coded").config();
    assertThat(timeout.detached()).isEqualTo(stays);
    assertThat(timeout.interrupts()).isEqualTo(!stays);
    assertThat(registry.circuitBreaker("coded").config().dryRun()).isEqualTo(stays);
  }

  @Test
  @DisplayName("CF-02: switches are turned on where code leaves them off")
  void on() {
    PolicyRegistry registry =
        registry(
            Map.of(
                "firmitas.open.retry.wrap-exhausted", "true",
                "firmitas.open.retry.retry-on-null", "true",
                "firmitas.open.timeout.value", "1s",
                "firmitas.open.timeout.detached", "true",
                "firmitas.open.timeout.interrupt", "false"));
    RetryConfig retry = registry.retry("open").config();
    assertThat(retry.wrapsExhausted()).isTrue();
    assertThat(retry.retriesResult(null)).isTrue();
    TimeoutConfig timeout = registry.timeout("open").config();
    assertThat(timeout.detached()).isTrue();
    assertThat(timeout.interrupts()).isFalse();
  }
}
