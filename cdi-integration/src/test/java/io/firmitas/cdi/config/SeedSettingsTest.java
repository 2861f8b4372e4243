package io.firmitas.cdi.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.event.CircuitState;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How settings of the seeds read here: what was off, what was corrected without a word. */
class SeedSettingsTest {
  private static final String BREAKER = "firmitas.cdn.circuit-breaker.";

  private final VirtualRuntime time = new VirtualRuntime();
  private final RuntimeConfigSource set = new RuntimeConfigSource();
  private final IOException down = new IOException("down");

  @TempDir Path directory;

  private PolicyRegistry registry(ConfigSource... sources) {
    Config config = new SmallRyeConfigBuilder().withSources(set).withSources(sources).build();
    return ConfiguredPolicies.configure(PolicyRegistry.create(time), config);
  }

  private void assertRefused(String... words) {
    assertThatThrownBy(() -> registry().circuitBreaker("cdn"))
        .isInstanceOf(PolicyDeploymentException.class)
        .hasMessageContainingAll(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1"})
  @DisplayName("CF-10 Z63: a threshold of 0 is refused, with the key that switches a breaker off")
  void thresholdIsNoSwitch(String threshold) {
    set.set(BREAKER + "failure-threshold", threshold);

    assertRefused(BREAKER + "failure-threshold", threshold, "leave it out", "enabled=false");
  }

  @Test
  @DisplayName("CF-09 Z63: enabled=false switches a declared breaker off: it never refuses")
  void switchedOff() {
    set.set(BREAKER + "enabled", "false");
    CircuitBreaker breaker = registry().circuitBreaker("cdn");
    ScriptedCall<String> call = new ScriptedCall<String>().fail(down);

    for (int number = 0; number < 100; number++) {
      assertThatThrownBy(() -> breaker.call(call.asCall())).isSameAs(down);
    }

    assertThat(call.count()).isEqualTo(100);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  @DisplayName("CF-10 Z64: an open time of 0 is refused, also while the breaker is switched off")
  void openTimeIsChecked(String enabled) {
    set.set(BREAKER + "enabled", enabled)
        .set(BREAKER + "failure-threshold", "1")
        .set(BREAKER + "open-time", "0");

    assertRefused(BREAKER + "open-time", "longer than zero");
  }

  @Test
  @DisplayName("CF-01 Z64: where no breaker is declared there is none, and no setting to check")
  void noBreaker() {
    set.set("firmitas.cdn.retry.max-attempts", "2");

    assertThat(registry().policy("cdn").describe()).isEqualTo("retry(cdn)");
  }

  @Test
  @DisplayName("CF-01 C56 Z57: a declared breaker has 5 and 60 s; the 30 s of old are a setting")
  void declaredBreaker() {
    CircuitBreakerConfig declared = registry().circuitBreaker("cdn").config();
    assertThat(declared.failureThreshold()).isEqualTo(5);
    assertThat(declared.openTime()).isEqualTo(Duration.ofSeconds(60));

    set.set(BREAKER + "open-time", "30");
    assertThat(registry().circuitBreaker("cdn").config().openTime())
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  @DisplayName("CF-01 T191: jitter is on unless a key says otherwise")
  void jitterByDefault() {
    time.setRandom(0.25);

    assertThatThrownBy(
            () -> registry().retry("cdn").call(new ScriptedCall<String>().fail(down).asCall()))
        .isSameAs(down);

    assertThat(time.sleeps()).containsExactly(Duration.ofMillis(250), Duration.ofMillis(500));
  }

  @Test
  @DisplayName("CF-08 V11: built in < file < environment < set, as the old names had it")
  void oldPrecedence() throws IOException {
    Path rc =
        Files.writeString(directory.resolve(".tif1rc"), "{\"circuit_breaker_threshold\": 11}");
    ConfigSource file = Tif1ConfigSource.ofFile(rc);
    ConfigSource environment =
        Tif1ConfigSource.ofEnvironment(Map.of("TIF1_CIRCUIT_BREAKER_THRESHOLD", "12"));

    assertThat(threshold()).isEqualTo(5);
    assertThat(threshold(file)).isEqualTo(11);
    assertThat(threshold(file, environment)).isEqualTo(12);
    set.set("firmitas.defaults.circuit-breaker.failure-threshold", "13");
    assertThat(threshold(file, environment)).isEqualTo(13);
  }

  private int threshold(ConfigSource... sources) {
    return registry(sources).circuitBreaker("cdn").config().failureThreshold();
  }

  @ParameterizedTest
  @CsvSource({
    "TIF1_CIRCUIT_BREAKER_THRESHOLD, five, circuit-breaker.failure-threshold",
    "TIF1_RETRY_BACKOFF_FACTOR, 0.5, retry.multiplier",
    "TIF1_MAX_RETRY_DELAY, -1, retry.max-delay"
  })
  @DisplayName("CF-10 V11 V12: a bad value is an error with key and value, never a silent default")
  void badValues(String variable, String value, String key) {
    PolicyRegistry[] made = new PolicyRegistry[1];

    assertThatThrownBy(
            () -> {
              made[0] = registry(Tif1ConfigSource.ofEnvironment(Map.of(variable, value)));
              made[0].circuitBreaker("cdn");
              made[0].retry("cdn");
            })
        .isInstanceOf(PolicyDeploymentException.class)
        .hasMessageContainingAll("firmitas.defaults." + key, value);
  }
}
