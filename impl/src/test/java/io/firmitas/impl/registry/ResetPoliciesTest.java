package io.firmitas.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CircuitState;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.ResetPolicies;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("RG-13 T145 U9: the extension resets before and after each test")
class ResetPoliciesTest {
  private static final VirtualRuntime TIME = new VirtualRuntime();
  private static final PolicyRegistry SHARED =
      PolicyRegistry.create(TIME).configureCircuitBreakers(breaker -> breaker.failureThreshold(1));

  /** Two tests that each find a closed breaker and leave an open one, in any order. */
  static void opens(PolicyRegistry registry) {
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThatThrownBy(() -> breaker.call(new ScriptedCall<String>().fail(new IOException("down"))))
        .isInstanceOf(IOException.class);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Nested
  @ExtendWith(ResetPolicies.class)
  class ByField {
    private final PolicyRegistry registry = SHARED;

    @Test
    void opensOnce() {
      opens(registry);
    }

    @Test
    void opensAgain() {
      opens(registry);
    }
  }

  @Nested
  class ByAccessor {
    @RegisterExtension static final ResetPolicies RESET = ResetPolicies.of(() -> SHARED);

    @Test
    void opensOnce() {
      opens(SHARED);
    }

    @Test
    void opensAgain() {
      opens(SHARED);
    }
  }
}
