package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: act on the state of a breaker")
@ExtendWith(FirmitasExtension.class)
class StateRecipeTest {
  private static final IOException DOWN = new IOException("down");
  private final List<String> log = new ArrayList<>();

  private String load(CircuitBreaker cdn, Callable<String> service) throws Exception {
    // snippet: recipe-state
    if (!cdn.wouldPermit()) { // does not take the probe, unlike tryAcquire()
      return "cached";
    }
    if (cdn.state() == CircuitState.HALF_OPEN) {
      log.add("testing recovery");
    }
    return cdn.call(service);
    // end
  }

  @Test
  @DisplayName("T106: the cache while it is open, a note when the next call is the probe")
  void actOnState(VirtualRuntime runtime) throws Exception {
    CircuitBreaker cdn = CircuitBreaker.builder().failureThreshold(1).runtime(runtime).build();
    var service = new ScriptedCall<String>().fail(DOWN).succeed("fresh");

    assertThatThrownBy(() -> load(cdn, service)).isSameAs(DOWN);
    assertThat(load(cdn, service)).isEqualTo("cached");
    assertThat(service.count()).isEqualTo(1);
    assertThat(log).isEmpty();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(load(cdn, service)).isEqualTo("fresh");
    assertThat(log).containsExactly("testing recovery");
  }

  private String explain(CircuitBreaker cdn, Callable<String> service) throws Exception {
    // snippet: recipe-state-failure
    CircuitState before = cdn.state();
    try {
      return cdn.call(service);
    } catch (CircuitOpenException open) {
      return "cached";
    } catch (IOException failure) {
      CircuitBreakerSnapshot now = cdn.snapshot();
      if (before == CircuitState.HALF_OPEN) {
        return "failed during recovery test, now " + now.state().text();
      }
      if (now.state() == CircuitState.CLOSED && now.failures() >= now.threshold() - 1) {
        return "one more failure will open";
      }
      return "failed";
    }
    // end
  }

  @Test
  @DisplayName("T159: says what a failure means; after a failed probe it reads open already")
  void explainFailures(VirtualRuntime runtime) throws Exception {
    CircuitBreaker cdn = CircuitBreaker.builder().failureThreshold(3).runtime(runtime).build();
    var service = new ScriptedCall<String>().fail(DOWN);

    assertThat(explain(cdn, service)).isEqualTo("failed");
    assertThat(explain(cdn, service)).isEqualTo("one more failure will open");
    assertThat(explain(cdn, service)).isEqualTo("failed");
    assertThat(explain(cdn, service)).isEqualTo("cached");
    runtime.advance(Duration.ofMinutes(1));
    assertThat(explain(cdn, service)).isEqualTo("failed during recovery test, now open");
    assertThat(service.count()).isEqualTo(4);
  }

  @Test
  @DisplayName("T21 T104 C2: three states, with texts that are read back, and no setter")
  void texts() {
    assertThat(CircuitState.values())
        .containsExactly(CircuitState.CLOSED, CircuitState.OPEN, CircuitState.HALF_OPEN);
    assertThat(Arrays.stream(CircuitState.values()).map(CircuitState::text))
        .containsExactly("closed", "open", "half_open");
    for (CircuitState state : CircuitState.values()) {
      assertThat(CircuitState.parse(state.text())).isEqualTo(state);
    }
    assertThat(CircuitState.parse("half-open")).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(Arrays.stream(CircuitBreaker.class.getMethods()).map(Method::getName))
        .contains("state")
        .noneMatch(name -> name.startsWith("set"));
  }

  @Test
  @DisplayName("T117: the breaker and its snapshot show no monotonic time and no lock")
  void noInternals() {
    assertThat(
            Arrays.stream(CircuitBreaker.class.getMethods())
                .filter(method -> method.getDeclaringClass() == CircuitBreaker.class)
                .map(method -> method.getReturnType().getName()))
        .noneMatch(type -> type.equals("long") || type.contains(".locks."));
    assertThat(
            Arrays.stream(CircuitBreakerSnapshot.class.getRecordComponents())
                .map(component -> component.getType().getName()))
        .noneMatch(type -> type.equals("long") || type.contains(".locks."));
  }
}
