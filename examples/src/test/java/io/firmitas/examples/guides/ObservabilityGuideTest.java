package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryScheduled;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The guide of observability")
@ExtendWith(FirmitasExtension.class)
class ObservabilityGuideTest {
  private final ScriptedCall<Page> dead = new ScriptedCall<Page>().fail(new IOException("down"));

  @Test
  @DisplayName("one listener counts for several policies")
  void counts(VirtualRuntime runtime) {
    // snippet: observe-counts
    Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    PolicyListener counter =
        event -> {
          String name = event.policy() + "." + event.getClass().getSimpleName();
          counts.computeIfAbsent(name, key -> new LongAdder()).increment();
        };
    Retry retry = Retry.builder("catalog").listener(counter).runtime(runtime).build();
    CircuitBreaker breaker = CircuitBreaker.builder("catalog").listener(counter).build();
    // end

    assertThatThrownBy(() -> retry.around(breaker).call(dead)).hasMessage("down");
    assertThat(new TreeMap<>(counts).toString())
        .contains("catalog.AttemptStarted=3", "catalog.CircuitCallFailed=3")
        .contains("catalog.RetryScheduled=2", "catalog.RetryFailed=1");
  }

  @Test
  @DisplayName("events are records, one sealed hierarchy")
  void kinds() {
    PolicyListener listener = event -> assertThat(text(event)).isNotNull();
    CircuitBreaker breaker =
        CircuitBreaker.builder().failureThreshold(1).listener(listener).build();

    assertThatThrownBy(() -> breaker.call(dead)).hasMessage("down");
  }

  private static String text(PolicyEvent event) {
    // snippet: observe-kinds
    if (event instanceof RetryScheduled retry) {
      return "retry " + retry.attempt() + " in " + retry.delay();
    }
    if (event instanceof RetryFailed failed && failed.exhausted()) {
      return "gave up, " + failed.reason();
    }
    if (event instanceof CircuitStateChanged changed) {
      return changed.from() + " to " + changed.to();
    }
    if (event instanceof CallbackFailed broken) {
      return broken.callback() + " threw " + broken.failure();
    }
    return "";
    // end
  }

  @Test
  @DisplayName("the logging listener writes to the system logger")
  void logging() throws Exception {
    // snippet: observe-logging
    Retry retry = Retry.builder("catalog").listener(PolicyListener.logging()).build();
    // end

    assertThat(retry.<String>call(() -> "up")).isEqualTo("up");
  }
}
