package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.ResetPolicies;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: test fixture")
// snippet: recipe-fixture
@ExtendWith(ResetPolicies.class) // before and after each test
class FixtureRecipeTest {
  static final VirtualRuntime TIME = new VirtualRuntime();
  static final PolicyRegistry REGISTRY =
      PolicyRegistry.create(TIME).configureCircuitBreaker("cdn", b -> b.failureThreshold(2));

  private final CircuitBreaker cdn = REGISTRY.circuitBreaker("cdn");

  @RepeatedTest(2) // finds it closed each time
  @DisplayName("T145 T195 C48: two divisions by zero open it, the third call is not made")
  void opens() {
    assertThatThrownBy(() -> cdn.call(() -> 1 / zero())).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> cdn.call(() -> 1 / zero())).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> cdn.call(() -> 1 / zero())).isInstanceOf(CircuitOpenException.class);

    assertThat(cdn.state()).isEqualTo(CircuitState.OPEN);
    assertThat(cdn.failures()).isEqualTo(2);
  }

  // end

  private static int zero() {
    return 0;
  }

  @Test
  @DisplayName("virtual time brings the probe without waiting")
  void recovers() throws Exception {
    assertThatThrownBy(() -> cdn.call(() -> 1 / zero())).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> cdn.call(() -> 1 / zero())).isInstanceOf(ArithmeticException.class);
    TIME.advance(Duration.ofMinutes(1));

    assertThat(cdn.<Integer>call(() -> 4 / 2)).isEqualTo(2);
    assertThat(cdn.state()).isEqualTo(CircuitState.CLOSED);
  }
}
