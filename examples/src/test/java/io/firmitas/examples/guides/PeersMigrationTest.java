package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.Window;
import io.firmitas.cdi.extension.PolicyExtension;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The pages about coming from other libraries")
class PeersMigrationTest {
  private final Service service = new Service();

  /** What is guarded. */
  private static final class Service {
    String page() throws IOException {
      return "page";
    }
  }

  @Test
  @DisplayName("the defaults of MicroProfile Fault Tolerance deploy as annotations of ours")
  void microProfile() throws IOException {
    try (WeldContainer container =
        new Weld()
            .disableDiscovery()
            .addExtension(new PolicyExtension())
            .beanClasses(MigratedInventory.class)
            .initialize()) {
      assertThat(container.select(MigratedInventory.class).get().stock("nails")).isEqualTo(7);
    }
  }

  @Test
  @DisplayName("the defaults of Resilience4j as policies of ours")
  void resilience4j() throws Exception {
    // snippet: migration-resilience4j
    CircuitBreaker breaker =
        CircuitBreaker.builder("backend")
            .window(Window.ofCalls(100))
            .failureRate(0.5)
            .openTime(Duration.ofSeconds(60))
            .probes(10)
            .build();
    Retry retry =
        Retry.builder("backend")
            .maxAttempts(3)
            .delay(Duration.ofMillis(500))
            .jitter(Jitter.none())
            .build();
    Policy<String> backend = Policies.wrap(Fallback.of("recovered"), retry, breaker);

    String answer = backend.call(service::page);
    // end
    assertThat(answer).isEqualTo("page");
    assertThat(breaker.config().minimumCalls()).isEqualTo(100);
  }

  @Test
  @DisplayName("policies of Failsafe as policies of ours")
  void failsafe() throws Exception {
    // snippet: migration-failsafe
    Retry retry =
        Retry.builder()
            .retryOn(ConnectException.class)
            .maxRetries(2)
            .backoff(Backoff.exponential(Duration.ofSeconds(1)))
            .maxDelay(Duration.ofSeconds(30))
            .jitter(Jitter.none())
            .build();
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .window(Window.ofCalls(10))
            .failureThreshold(3)
            .openTime(Duration.ofMinutes(1))
            .build();
    Timeout timeout = Timeout.builder(Duration.ofSeconds(10)).withoutInterrupt().build();
    Policy<String> page = Policies.wrap(Fallback.of("cached"), retry, breaker, timeout);

    String answer = page.call(service::page);
    // end
    assertThat(answer).isEqualTo("page");
  }
}
