package io.firmitas.cdi.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Tif1ConfigSourceTest {
  private static final String BREAKER = "firmitas.defaults.circuit-breaker.";
  private static final String RETRY = "firmitas.defaults.retry.";

  @TempDir Path directory;

  private static Map<String, String> of(String... namesAndValues) {
    Map<String, String> environment = new java.util.HashMap<>();
    for (int index = 0; index < namesAndValues.length; index += 2) {
      environment.put(namesAndValues[index], namesAndValues[index + 1]);
    }
    return Tif1ConfigSource.ofEnvironment(environment).getProperties();
  }

  @ParameterizedTest
  @CsvSource({
    "TIF1_CIRCUIT_BREAKER_THRESHOLD, 10, circuit-breaker.failure-threshold, 10",
    "TIF1_CIRCUIT_BREAKER_TIMEOUT, 120, circuit-breaker.open-time, 120s",
    "TIF1_MAX_RETRIES, 5, retry.max-attempts, 5",
    "TIF1_MAX_RETRIES, 0, retry.max-attempts, 1",
    "TIF1_RETRY_BACKOFF_FACTOR, 3.0, retry.multiplier, 3.0",
    "TIF1_MAX_RETRY_DELAY, 120.0, retry.max-delay, 120.0s",
    "TIF1_MAX_RETRY_DELAY, 1.2e2, retry.max-delay, 120s",
    "TIF1_RETRY_JITTER, False, retry.jitter, none",
    "TIF1_CIRCUIT_BREAKER_TIMEOUT, soon, circuit-breaker.open-time, soon",
    "TIF1_RETRY_JITTER, maybe, retry.jitter, maybe"
  })
  @DisplayName("CF-08 G10 G11 G32 G33 G34 G36 T177-T181 C3: each old name is a default")
  void translatesNames(String variable, String old, String key, String value) {
    assertThat(of(variable, old)).isEqualTo(Map.of("firmitas.defaults." + key, value));
  }

  @Test
  @DisplayName("CF-08 V7 G34 G35 C6: jitter: half of the delay, or at most a time, or none")
  void translatesJitter() {
    assertThat(of("TIF1_RETRY_JITTER", "True"))
        .isEqualTo(Map.of(RETRY + "jitter", "proportional", RETRY + "jitter-factor", "0.5"));
    assertThat(of("TIF1_RETRY_JITTER", "true", "TIF1_RETRY_JITTER_MAX", "1.0"))
        .isEqualTo(Map.of(RETRY + "jitter", "additive", RETRY + "jitter-amount", "1.0s"));
    assertThat(of("TIF1_RETRY_JITTER", "true", "TIF1_RETRY_JITTER_MAX", "0.0"))
        .isEqualTo(Map.of(RETRY + "jitter", "proportional", RETRY + "jitter-factor", "0.5"));
    assertThat(of("TIF1_RETRY_JITTER", "false", "TIF1_RETRY_JITTER_MAX", "1.0"))
        .isEqualTo(Map.of(RETRY + "jitter", "none"));
  }

  @Test
  @DisplayName("CF-08 G13: nothing set, nothing translated; other names are not ours")
  void translatesNothingElse() {
    assertThat(of()).isEmpty();
    assertThat(of("TIF1_ENABLE_CACHE", "1", "PATH", "/bin")).isEmpty();
  }

  @Test
  @DisplayName(
      "CF-08 G12 C33: the rc file of tif1, weaker than the user file; both weaker than keys")
  void readsTheOldFile() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve(".tif1rc"),
            "{\"circuit_breaker_threshold\": 10, \"circuit_breaker_timeout\": 120}");
    Tif1ConfigSource source = Tif1ConfigSource.ofFile(file);

    assertThat(source.getProperties())
        .isEqualTo(Map.of(BREAKER + "failure-threshold", "10", BREAKER + "open-time", "120s"));
    assertThat(source.getOrdinal()).isLessThan(UserFileConfigSource.ORDINAL);
    assertThat(new Tif1ConfigSource().getOrdinal()).isBetween(UserFileConfigSource.ORDINAL, 299);
    assertThat(Tif1ConfigSource.ofFile(directory.resolve("none")).getProperties()).isEmpty();
    assertThat(source.getValue(BREAKER + "open-time")).isEqualTo("120s");
    assertThat(source.getPropertyNames()).hasSize(2);
    assertThat(source.getName()).contains(".tif1rc");
  }
}
