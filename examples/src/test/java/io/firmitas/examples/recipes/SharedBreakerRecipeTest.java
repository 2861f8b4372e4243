package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.event.CircuitState;
import io.firmitas.event.PolicyListener;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What else to do with the breaker that the whole application shares. */
@DisplayName("Recipe: one breaker for the application")
@ExtendWith(FirmitasExtension.class)
class SharedBreakerRecipeTest {
  private static final IOException DOWN = new IOException("down");

  private PolicyRegistry registry = PolicyRegistry.create();

  @BeforeEach
  void start(VirtualRuntime runtime) {
    registry = PolicyRegistry.create(runtime);
  }

  private void breakDown() {
    for (int i = 0; i < 5; i++) {
      registry.circuitBreaker("default").recordFailure(DOWN);
    }
  }

  @Test
  @DisplayName("T129: monitor: one line for each breaker that was used")
  void monitor() {
    breakDown();
    registry.circuitBreaker("cdn").recordFailure(DOWN);
    List<String> lines = new ArrayList<>();
    // snippet: recipe-shared-monitor
    for (CircuitBreakerSnapshot each : registry.snapshots().values()) {
      lines.add(each.name() + ": " + each.state().text() + " " + each.failures());
    }
    // end

    assertThat(lines).containsExactly("cdn: closed 1", "default: open 5");
  }

  @Test
  @DisplayName("T129: count: failures and refusals of every breaker")
  void count() {
    Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    // snippet: recipe-shared-count
    registry.listener(
        event -> {
          if (event instanceof CircuitCallFailed || event instanceof CircuitCallRejected) {
            String key = event.policy() + " " + event.getClass().getSimpleName();
            counts.computeIfAbsent(key, absent -> new LongAdder()).increment();
          }
        });
    // end
    CircuitBreaker breaker = registry.circuitBreaker("default");
    for (int i = 0; i < 7; i++) {
      assertThatThrownBy(() -> breaker.call(new ScriptedCall<String>().fail(DOWN)))
          .isInstanceOf(Exception.class);
    }

    assertThat(new TreeMap<>(counts).toString())
        .isEqualTo("{default CircuitCallFailed=5, default CircuitCallRejected=2}");
  }

  private String branch(Callable<String> service) throws Exception {
    // snippet: recipe-shared-branch
    CircuitBreaker breaker = registry.circuitBreaker("default");
    return breaker.wouldPermit() ? breaker.call(service) : "from the cache";
    // end
  }

  @Test
  @DisplayName("T129: branch: the cache while the shared breaker would refuse")
  void branch(VirtualRuntime runtime) throws Exception {
    assertThat(branch(() -> "fresh")).isEqualTo("fresh");
    breakDown();
    assertThat(branch(() -> "fresh")).isEqualTo("from the cache");
    runtime.advance(Duration.ofMinutes(1));
    assertThat(branch(() -> "fresh")).isEqualTo("fresh");
  }

  private String mine(Callable<String> service) throws Exception {
    // snippet: recipe-shared-protect
    return registry.circuitBreaker("default").call(service);
    // end
  }

  @Test
  @DisplayName("T129: protect own calls: they see, and add to, what others have seen")
  void protect() {
    for (int i = 0; i < 4; i++) {
      registry.circuitBreaker("default").recordFailure(DOWN);
    }
    var service = new ScriptedCall<String>().fail(DOWN);
    assertThatThrownBy(() -> mine(service)).isSameAs(DOWN);
    assertThatThrownBy(() -> mine(service)).isInstanceOf(CircuitOpenException.class);
    assertThat(service.count()).isEqualTo(1);
    assertThat(registry.circuitBreaker("default").state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  @DisplayName("T129: debug: everything that every policy does is logged")
  void debug(VirtualRuntime runtime) {
    // snippet: recipe-shared-debug
    registry.listener(PolicyListener.logging()); // logger io.firmitas; each call at DEBUG
    // end
    try (CapturedLog log = new CapturedLog("io.firmitas")) {
      breakDown();
      runtime.advance(Duration.ofMinutes(1));
      registry.circuitBreaker("default").recordSuccess();

      assertThat(log.lines())
          .containsExactly(
              "WARNING default: Circuit breaker opened after 5 failures for 60.00s",
              "INFO default: Circuit breaker entering half-open state",
              "INFO default: Circuit breaker closed");
    }
  }
}
