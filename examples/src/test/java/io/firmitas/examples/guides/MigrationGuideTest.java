package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.cdi.config.ConfiguredPolicies;
import io.firmitas.cdi.config.Tif1ConfigSource;
import io.firmitas.registry.PolicyRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The page about coming from the seeds")
class MigrationGuideTest {
  @TempDir Path home;

  @Test
  @DisplayName("the file and the names of tif1 count as defaults (G12, E45)")
  void oldNames() throws IOException {
    Files.writeString(home.resolve(".tif1rc"), "{\"circuit_breaker_threshold\": 10}");
    // snippet: migration-tif1
    Config config =
        ConfigProviderResolver.instance()
            .getBuilder()
            .addDefaultSources()
            .addDiscoveredSources()
            .withSources(new Tif1ConfigSource(), Tif1ConfigSource.ofFile(home.resolve(".tif1rc")))
            .build();
    PolicyRegistry registry = ConfiguredPolicies.configure(PolicyRegistry.create(), config);
    // end

    assertThat(registry.circuitBreaker("default").config().failureThreshold()).isEqualTo(10);
  }

  @Test
  @DisplayName("the open times of old and of now, and what is off, are on the page (C56, Z57, Z63)")
  void differentDefaults() throws IOException {
    assertThat(CircuitBreaker.ofDefaults().config().openTime()).isEqualTo(Duration.ofSeconds(60));
    assertThat(CircuitBreaker.ofDefaults().config().failureThreshold()).isEqualTo(5);
    assertThat(Files.readString(Path.of("../docs/migration-seeds.md")))
        .containsPattern("\\| `circuit_timeout` \\(s\\) \\| 30.0 \\| .* \\| \\*\\*60 s\\*\\* \\|")
        .containsPattern(
            "\\| `circuit_threshold` \\| 0: no breaker \\| .*`enabled=false` \\| 5 \\|");
  }
}
