package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.cdi.config.ConfiguredPolicies;
import io.firmitas.cdi.config.RuntimeConfigSource;
import io.firmitas.event.CircuitState;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: configuration")
@ExtendWith(FirmitasExtension.class)
class ConfigurationRecipeTest {
  private static final IOException DOWN = new IOException("down");
  private final RuntimeConfigSource settings = new RuntimeConfigSource();

  private PolicyRegistry registry(VirtualRuntime runtime) {
    Config config = new SmallRyeConfigBuilder().withSources(settings).build();
    return ConfiguredPolicies.configure(PolicyRegistry.create(runtime), config);
  }

  private static int callsUntilOpen(CircuitBreaker breaker) {
    int calls = 0;
    while (breaker.state() == CircuitState.CLOSED) {
      assertThatThrownBy(() -> breaker.call(new ScriptedCall<String>().fail(DOWN))).isSameAs(DOWN);
      calls++;
    }
    return calls;
  }

  @Test
  @DisplayName("T199: too sensitive: raise threshold and open time, then reset")
  void raise(VirtualRuntime runtime) {
    PolicyRegistry registry = registry(runtime);
    CircuitBreaker cdn = registry.circuitBreaker("cdn");
    assertThat(callsUntilOpen(cdn)).isEqualTo(5);

    // snippet: recipe-configuration
    settings.set("firmitas.cdn.circuit-breaker.failure-threshold", "10");
    settings.set("firmitas.cdn.circuit-breaker.open-time", "120s");
    registry.reset("cdn"); // policies take values when they are made
    // end

    assertThat(callsUntilOpen(cdn)).isEqualTo(10);
    assertThat(cdn.remainingOpenTime()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  @DisplayName("T10: ten for all, two for one name")
  void globalAndNamed(VirtualRuntime runtime) {
    // snippet: recipe-configuration-levels
    settings.set("firmitas.defaults.circuit-breaker.failure-threshold", "10");
    settings.set("firmitas.payment.circuit-breaker.failure-threshold", "2");
    // end
    PolicyRegistry registry = registry(runtime);

    assertThat(callsUntilOpen(registry.circuitBreaker("payment"))).isEqualTo(2);
    assertThat(callsUntilOpen(registry.circuitBreaker("other"))).isEqualTo(10);
  }

  @Test
  @DisplayName("T197 T198: fewer retries for one name; shorter delays for all, or for one name")
  void lessRetrying(VirtualRuntime runtime) {
    settings.set("firmitas.defaults.retry.jitter", "none");
    settings.set("firmitas.defaults.retry.multiplier", "1.5");
    settings.set("firmitas.few.retry.max-attempts", "2");
    settings.set("firmitas.quick.retry.multiplier", "1");
    PolicyRegistry registry = registry(runtime);

    for (String name : new String[] {"few", "quick", "other"}) {
      assertThatThrownBy(() -> registry.retry(name).call(new ScriptedCall<String>().fail(DOWN)))
          .isSameAs(DOWN);
    }

    assertThat(runtime.sleeps())
        .extracting(Duration::toMillis)
        .containsExactly(1000L, 1000L, 1000L, 1000L, 1500L);
  }
}
