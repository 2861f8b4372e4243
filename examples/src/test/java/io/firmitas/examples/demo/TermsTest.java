package io.firmitas.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What the demo expects of settings")
class TermsTest {
  @Test
  @DisplayName("a call survives fewer failures than it has attempts")
  void attempts() {
    Terms terms = terms(3, 5);

    assertThat(terms.survives(2)).isTrue();
    assertThat(terms.attempts(2)).isEqualTo(3);
    assertThat(terms.survives(3)).isFalse();
    assertThat(terms.attempts(3)).isEqualTo(3);
  }

  @Test
  @DisplayName("a breaker that opens meanwhile ends the call")
  void threshold() {
    Terms terms = terms(3, 1);

    assertThat(terms.survives(1)).isFalse();
    assertThat(terms.attempts(1)).isEqualTo(1);
  }

  @Test
  @DisplayName("terms are complete with a retry, a breaker and a timeout")
  void complete() {
    assertThat(terms(3, 5).complete()).isTrue();
    assertThat(Terms.NONE.with(Retry.builder().config()).complete()).isFalse();
  }

  private static Terms terms(int maxAttempts, int failureThreshold) {
    return Terms.NONE
        .with(Retry.builder().maxAttempts(maxAttempts).config())
        .with(CircuitBreaker.builder().failureThreshold(failureThreshold).config())
        .with(Timeout.builder(Duration.ofSeconds(1)).config());
  }
}
