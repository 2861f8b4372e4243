package io.firmitas.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CallbackFailed;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What people read about policies. */
class WordsTest {
  @RegisterExtension final CapturedLog log = new CapturedLog();

  private final CircuitBreaker breaker = CircuitBreaker.builder("catalog").build();

  @Test
  @DisplayName("the text of a policy is its description, that of a breaker has its state, too")
  void texts() {
    Retry retry = Retry.builder("catalog").build();
    List<Policy<?>> policies =
        List.of(
            breaker.gate(),
            breaker.recorder(),
            retry,
            Timeout.of(Duration.ofSeconds(1)),
            Fallback.of("cached"),
            Sources.<String>builder("CDN").add("a", "a").build(),
            Policies.wrap(retry, breaker));

    for (Policy<?> policy : policies) {
      assertThat(policy.describe()).isNotBlank();
      assertThat(policy.toString()).isEqualTo(policy.describe());
    }
    assertThat(breaker).hasToString(breaker.describe() + " closed");
  }

  @Test
  @DisplayName("the halves of a breaker say which they are, and of which")
  void halves() {
    assertThat(breaker.gate().describe()).isEqualTo("gate(catalog)");
    assertThat(breaker.recorder().describe()).isEqualTo("recorder(catalog)");
  }

  @Test
  @DisplayName("that a breaker no longer guards its calls is a warning")
  void disabled() {
    breaker.disable();

    assertThat(log.messages(Level.WARNING))
        .containsExactly(
            "catalog: Circuit breaker disabled; calls are not guarded until it is reset");
  }

  @Test
  @DisplayName("a report says which of the conditions of a breaker threw")
  void conditions() throws Exception {
    IllegalStateException mistake = new IllegalStateException("mistake");
    EventRecorder events = new EventRecorder();
    CircuitBreaker mistaken =
        CircuitBreaker.builder("catalog")
            .listener(events)
            .failIf(
                failure -> {
                  throw mistake;
                })
            .failOnResult(
                String.class,
                result -> {
                  throw mistake;
                })
            .build();

    String page = mistaken.call(() -> "page");
    assertThatThrownBy(
            () ->
                mistaken.call(
                    () -> {
                      throw new IOException("down");
                    }))
        .isInstanceOf(IOException.class);
    assertThat(page).isEqualTo("page");

    assertThat(events.of(CallbackFailed.class))
        .extracting(CallbackFailed::callback)
        .containsExactly("failOnResult", "failIf or ignoreIf");
  }
}
