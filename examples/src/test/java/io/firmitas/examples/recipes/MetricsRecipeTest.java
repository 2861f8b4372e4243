package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: metrics from events")
@ExtendWith(FirmitasExtension.class)
class MetricsRecipeTest {
  private static final IOException DOWN = new IOException("down");

  // snippet: recipe-metrics
  record Change(Instant at, String from, String to, int failures) {}

  static final class Metrics {
    private final List<Change> changes = new CopyOnWriteArrayList<>();

    Metrics(Instant start) {
      changes.add(new Change(start, "none", CircuitState.CLOSED.text(), 0));
    }

    void changed(CircuitStateChanged e) { // of onStateChange: no change between two polls is missed
      changes.add(new Change(e.at(), e.from().text(), e.to().text(), e.failures()));
    }

    String collect(CircuitBreaker breaker) {
      var now = breaker.snapshot();
      return "%s %d/%d, last failure %s, %d state changes"
          .formatted(
              now.state().text(),
              now.failures(),
              now.threshold(),
              now.lastFailureTime().map(Instant::toString).orElse("none"),
              changes.size());
    }
  }

  // end

  @Test
  @DisplayName("T134 T135: collected every five seconds; changes are recorded by events")
  void collect(VirtualRuntime runtime) throws Exception {
    runtime.setInstant(Instant.parse("2030-05-01T10:00:00Z"));
    Metrics metrics = new Metrics(runtime.instant());
    CircuitBreaker cdn =
        CircuitBreaker.builder()
            .failureThreshold(2)
            .openTime(Duration.ofSeconds(5))
            .onStateChange(metrics::changed)
            .runtime(runtime)
            .build();
    var call = new ScriptedCall<String>().fail(2, DOWN).succeed("up");
    List<String> collected = new ArrayList<>();

    collected.add(metrics.collect(cdn));
    assertThatThrownBy(() -> cdn.call(call)).isSameAs(DOWN);
    assertThatThrownBy(() -> cdn.call(call)).isSameAs(DOWN);
    collected.add(metrics.collect(cdn));
    runtime.advance(Duration.ofSeconds(5));
    collected.add(metrics.collect(cdn));
    assertThat(cdn.<String>call(call)).isEqualTo("up"); // half-open and closed between two polls
    runtime.advance(Duration.ofSeconds(5));
    collected.add(metrics.collect(cdn));

    String failedAt = "last failure 2030-05-01T10:00:00Z, ";
    assertThat(collected)
        .containsExactly(
            "closed 0/2, last failure none, 1 state changes",
            "open 2/2, " + failedAt + "2 state changes",
            "half_open 2/2, " + failedAt + "2 state changes",
            "closed 0/2, " + failedAt + "4 state changes");
    Instant later = Instant.parse("2030-05-01T10:00:05Z");
    assertThat(metrics.changes)
        .containsExactly(
            new Change(Instant.parse("2030-05-01T10:00:00Z"), "none", "closed", 0),
            new Change(Instant.parse("2030-05-01T10:00:00Z"), "closed", "open", 2),
            new Change(later, "open", "half_open", 2),
            new Change(later, "half_open", "closed", 0));
  }
}
