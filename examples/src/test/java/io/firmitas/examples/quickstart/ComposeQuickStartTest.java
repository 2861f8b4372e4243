package io.firmitas.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The quick start: compose")
class ComposeQuickStartTest {
  private final CatalogClient client = new CatalogClient();

  @Test
  @DisplayName("four policies are one policy, for synchronous and asynchronous calls")
  void compose() throws Exception {
    // snippet: quick-compose
    Retry retry =
        Retry.builder("catalog")
            .maxAttempts(3)
            .backoff(Backoff.exponential(Duration.ofMillis(200)))
            .retryOn(IOException.class)
            .build();
    CircuitBreaker breaker =
        CircuitBreaker.builder("catalog")
            .failureThreshold(5)
            .openTime(Duration.ofSeconds(30))
            .build();
    Fallback<String> fallback = Fallback.from(failure -> "a cached page");
    Timeout timeout = Timeout.of(Duration.ofSeconds(2));

    Policy<String> policy = Policies.wrap(fallback, retry, breaker, timeout);

    String page = policy.call(() -> client.get("front"));
    CompletableFuture<String> later = policy.callAsync(() -> client.getAsync("front"));
    // end

    assertThat(page).isEqualTo("front page");
    assertThat(later.get()).isEqualTo("front page");
    client.breakDown();
    assertThat(policy.<String>call(() -> client.get("front"))).isEqualTo("a cached page");
    assertThat(client.calls()).isEqualTo(5);
  }
}
