package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: reset by name")
@ExtendWith(FirmitasExtension.class)
class ResetRecipeTest {
  private static final IOException DOWN = new IOException("down");

  @Test
  @DisplayName("T189 T141: after the service is repaired a reset lets calls pass at once")
  void resetAfterRepair(VirtualRuntime runtime) throws Exception {
    PolicyRegistry registry = PolicyRegistry.create(runtime);
    CircuitBreaker cdn = registry.circuitBreaker("cdn");
    var service = new ScriptedCall<String>().fail(5, DOWN).succeed("up");
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> cdn.call(service)).isSameAs(DOWN);
    }
    assertThat(cdn.state()).isEqualTo(CircuitState.OPEN);
    assertThatThrownBy(() -> cdn.call(service)).isInstanceOf(CircuitOpenException.class);

    CapturedLog log = new CapturedLog("io.firmitas");
    try (log) {
      // snippet: recipe-reset
      registry.reset("cdn"); // a new breaker of the current configuration; handles follow
      // end
    }

    assertThat(log.lines())
        .containsExactly("INFO cdn: reset; new policies from the current configuration");

    assertThat(cdn.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(cdn.failures()).isZero();
    assertThat(cdn.lastFailureTime()).isEmpty();
    assertThat(cdn.<String>call(service)).isEqualTo("up");
    assertThat(runtime.elapsed()).isZero();
  }

  @Test
  @DisplayName("T127: a name gives the same breaker to every thread")
  void oneForAll() throws Exception {
    PolicyRegistry registry = PolicyRegistry.create();
    var other = Executors.newSingleThreadExecutor();
    try {
      CircuitBreaker there =
          other.submit(() -> registry.circuitBreaker("default")).get(10, TimeUnit.SECONDS);

      assertThat(registry.circuitBreaker("default")).isSameAs(there);
      there.recordFailure(DOWN);
      assertThat(registry.circuitBreaker("default").failures()).isEqualTo(1);
    } finally {
      other.shutdown();
    }
  }

  @Test
  @DisplayName("T91: a breaker from the registry behaves as one that is built")
  void builtOrRegistered(VirtualRuntime runtime) {
    CircuitBreaker built = CircuitBreaker.builder("cdn").runtime(runtime).build();
    CircuitBreaker registered = PolicyRegistry.create(runtime).circuitBreaker("cdn");

    for (int i = 0; i < 6; i++) {
      assertThat(registered.snapshot()).isEqualTo(built.snapshot());
      assertThat(registered.wouldPermit()).isEqualTo(i < 5).isEqualTo(built.wouldPermit());
      built.recordFailure(DOWN);
      registered.recordFailure(DOWN);
    }
  }
}
