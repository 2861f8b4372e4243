package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.RetryScheduled;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.Gate;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The guide of testing")
// snippet: testing-extension
@ExtendWith(FirmitasExtension.class)
class TestingGuideTest {
  // end

  // snippet: testing-retry
  @Test
  void waitsOneSecondThenTwo(VirtualRuntime runtime, EventRecorder events) throws Exception {
    Retry retry = Retry.builder().jitter(Jitter.none()).listener(events).runtime(runtime).build();
    var call = new ScriptedCall<String>().fail(2, new IOException("down")).succeed("up");

    assertThat(retry.<String>call(call)).isEqualTo("up");

    assertThat(call.count()).isEqualTo(3);
    assertThat(runtime.nanoTime()).isEqualTo(Duration.ofSeconds(3).toNanos());
    assertThat(events.of(RetryScheduled.class))
        .extracting(RetryScheduled::delay)
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  // end

  // snippet: testing-gate
  @Test
  void refusesASecondProbe(VirtualRuntime runtime, Gate gate) throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(1).runtime(runtime).build();
    breaker.recordFailure(new IOException("down"));
    runtime.advance(Duration.ofMinutes(1));

    CompletableFuture<String> probe =
        PolicyRuntime.system().submit(breaker.decorate(gate.callable("up")));
    gate.awaitArrivals(1);
    assertThatThrownBy(() -> breaker.call(() -> "second")).isInstanceOf(CircuitOpenException.class);

    gate.open();
    assertThat(probe.get(10, TimeUnit.SECONDS)).isEqualTo("up");
  }
  // end
}
