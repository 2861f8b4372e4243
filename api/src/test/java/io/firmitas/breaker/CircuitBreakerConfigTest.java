package io.firmitas.breaker;

import static io.firmitas.breaker.CircuitBreakerConfig.Verdict.FAILURE;
import static io.firmitas.breaker.CircuitBreakerConfig.Verdict.NEUTRAL;
import static io.firmitas.breaker.CircuitBreakerConfig.Verdict.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.CallRejectedException;
import io.firmitas.event.CircuitState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a breaker judges the end of a call. */
class CircuitBreakerConfigTest {
  private static final CircuitOpenException REJECTION =
      new CircuitOpenException("inner", CircuitState.OPEN, 1, 0, 0, null, false);

  private static CircuitBreakerBuilder builder() {
    return CircuitBreaker.builder();
  }

  @Test
  @DisplayName("by default everything fails but rejections, interrupts and cancellations")
  void defaults() {
    CircuitBreakerConfig config = builder().config();
    assertThat(config.verdict(new IOException())).isEqualTo(FAILURE);
    assertThat(config.verdict(new AssertionError())).isEqualTo(FAILURE);
    assertThat(config.verdict(new OutOfMemoryError())).isEqualTo(FAILURE);
    assertThat(config.verdict(REJECTION)).isEqualTo(NEUTRAL);
    assertThat(config.verdict(new InterruptedException())).isEqualTo(NEUTRAL);
    assertThat(config.verdict(new CancellationException())).isEqualTo(NEUTRAL);
  }

  @Test
  @DisplayName("S22, R5: failures are judged without their wrappers, and wrappers without a cause")
  void unwraps() {
    CircuitBreakerConfig config = builder().ignore(IOException.class).config();
    assertThat(config.verdict(new ExecutionException(new CompletionException(new IOException()))))
        .isEqualTo(NEUTRAL);
    assertThat(config.verdict(new CompletionException("no cause", null))).isEqualTo(FAILURE);
  }

  @Test
  @DisplayName("ignore is stronger than skipOn, skipOn than failOn; the rest is neutral")
  void order() {
    CircuitBreakerConfig config =
        builder()
            .failOn(Exception.class)
            .skipOn(IOException.class)
            .ignore(FileNotFoundException.class)
            .config();
    assertThat(config.verdict(new FileNotFoundException())).isEqualTo(NEUTRAL);
    assertThat(config.verdict(new IOException())).isEqualTo(SUCCESS);
    assertThat(config.verdict(new IllegalStateException())).isEqualTo(FAILURE);
    assertThat(config.verdict(new AssertionError())).isEqualTo(NEUTRAL);
  }

  @Test
  @DisplayName("rejections and cancellations fail only when named, not by a broader type")
  void kinds() {
    CircuitBreakerConfig broad = builder().failOn(Throwable.class).config();
    assertThat(broad.verdict(REJECTION)).isEqualTo(NEUTRAL);
    assertThat(broad.verdict(new CancellationException())).isEqualTo(NEUTRAL);
    assertThat(broad.verdict(new InterruptedException())).isEqualTo(NEUTRAL);
    CircuitBreakerConfig named =
        builder().failOn(CallRejectedException.class, CancellationException.class).config();
    assertThat(named.verdict(REJECTION)).isEqualTo(FAILURE);
    assertThat(named.verdict(new CancellationException())).isEqualTo(FAILURE);
  }

  @Test
  @DisplayName("predicates decide like types, and what they throw is the caller's to handle")
  void predicates() {
    CircuitBreakerConfig config =
        builder()
            .failIf(failure -> "bad".equals(failure.getMessage()))
            .ignoreIf(failure -> "ignore".equals(failure.getMessage()))
            .config();
    assertThat(config.verdict(new Exception("bad"))).isEqualTo(FAILURE);
    assertThat(config.verdict(new Exception("other"))).isEqualTo(NEUTRAL);
    assertThat(config.verdict(new Exception("ignore"))).isEqualTo(NEUTRAL);
    IllegalStateException broken = new IllegalStateException();
    CircuitBreakerConfig throwing =
        builder()
            .failIf(
                failure -> {
                  throw broken;
                })
            .config();
    assertThatThrownBy(() -> throwing.verdict(new Exception())).isSameAs(broken);
  }

  @Test
  @DisplayName("results are judged by the condition of their type, null by none")
  void results() {
    CircuitBreakerConfig config =
        builder()
            .failOnResult(Integer.class, number -> number >= 500)
            .failOnResult(String.class, String::isEmpty)
            .config();
    assertThat(config.judgesResults()).isTrue();
    assertThat(config.failsOnResult(503)).isTrue();
    assertThat(config.failsOnResult(200)).isFalse();
    assertThat(config.failsOnResult("")).isTrue();
    assertThat(config.failsOnResult(null)).isFalse();
    assertThat(config.failsOnResult(5.0)).isFalse();
  }
}
