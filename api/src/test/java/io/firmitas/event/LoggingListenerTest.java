package io.firmitas.event;

import static io.firmitas.event.CircuitState.CLOSED;
import static io.firmitas.event.CircuitState.HALF_OPEN;
import static io.firmitas.event.CircuitState.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.LogRecorder;
import io.firmitas.event.RetryFailed.Reason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LoggingListenerTest {
  private static final IOException FAILURE = new IOException("down");

  private static CircuitStateChanged changed(CircuitState from, CircuitState to) {
    return new CircuitStateChanged(
        "catalog",
        from,
        to,
        to == OPEN ? 5 : 0,
        to == OPEN ? Duration.ofSeconds(60) : Duration.ZERO,
        Duration.ZERO,
        null,
        Instant.EPOCH);
  }

  static Stream<Arguments> events() {
    return Stream.of(
        Arguments.of(
            changed(CLOSED, OPEN),
            "WARNING catalog: Circuit breaker opened after 5 failures for 60.00s"),
        Arguments.of(
            changed(OPEN, HALF_OPEN), "INFO catalog: Circuit breaker entering half-open state"),
        Arguments.of(changed(HALF_OPEN, CLOSED), "INFO catalog: Circuit breaker closed"),
        Arguments.of(
            new RetryScheduled("catalog", 1, 4, Duration.ofMillis(1_500), FAILURE, null),
            "WARNING catalog: Retry 1/3 after 1.50s: java.io.IOException: down"),
        Arguments.of(
            new RetryScheduled(
                "catalog", 2, Integer.MAX_VALUE, Duration.ofNanos(1_234), null, "secret"),
            "WARNING catalog: Retry 2 after 0.000001s: result not accepted"),
        Arguments.of(
            new RetryFailed("catalog", 3, Reason.ATTEMPTS_EXHAUSTED, FAILURE, null),
            "WARNING catalog: gave up after 3 attempts (ATTEMPTS_EXHAUSTED)"),
        Arguments.of(
            new RetryFailed("catalog", 1, Reason.NOT_RETRYABLE, FAILURE, null),
            "FINE catalog: RetryFailed"),
        Arguments.of(
            new TimeoutExceeded("catalog", Duration.ofSeconds(2), Duration.ofSeconds(3)),
            "WARNING catalog: call exceeded its timeout of 2.00s"),
        Arguments.of(
            new CallbackFailed("catalog", "retryIf", FAILURE),
            "WARNING catalog: retryIf threw; ignored"),
        Arguments.of(
            new FallbackFailed("catalog", null, FAILURE), "WARNING catalog: fallback failed"),
        Arguments.of(new AttemptStarted("catalog", 1, 3), "FINE catalog: AttemptStarted"),
        Arguments.of(
            new CircuitCallPermitted("catalog", CLOSED), "FINE catalog: CircuitCallPermitted"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("events")
  @DisplayName("each event has its level and text")
  void texts(PolicyEvent event, String line) {
    try (LogRecorder log = LogRecorder.start()) {
      PolicyListener.logging().onEvent(event);
      assertThat(log.lines()).containsExactly(line);
    }
  }

  @Test
  @DisplayName("results are never written, failures of callbacks come with their stack trace")
  void resultsAndCauses() {
    try (LogRecorder log = LogRecorder.start()) {
      PolicyListener.logging()
          .onEvent(new RetryScheduled("r", 1, 3, Duration.ZERO, null, "secret"));
      PolicyListener.logging()
          .onEvent(new RetryFailed("r", 3, Reason.ATTEMPTS_EXHAUSTED, null, "secret"));
      PolicyListener.logging().onEvent(new CallbackFailed("r", "retryIf", FAILURE));
      assertThat(log.lines()).noneMatch(line -> line.contains("secret"));
      assertThat(log.records().get(2).getThrown()).isSameAs(FAILURE);
    }
  }

  @Test
  @DisplayName("texts do not depend on the locale")
  void locale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale("tr", "TR"));
    try (LogRecorder log = LogRecorder.start()) {
      PolicyListener.logging().onEvent(changed(CLOSED, OPEN));
      assertThat(log.lines()).allMatch(line -> line.endsWith("60.00s"));
      assertThat(HALF_OPEN.text()).isEqualTo("half_open");
      assertThat(CircuitState.parse("CLOSED")).isEqualTo(CLOSED);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  @DisplayName("state texts are read back in any case and with a hyphen")
  void stateTexts() {
    for (CircuitState state : CircuitState.values()) {
      assertThat(CircuitState.parse(state.text())).isEqualTo(state);
      assertThat(CircuitState.parse(state.name())).isEqualTo(state);
    }
    assertThat(CircuitState.parse("Half-Open")).isEqualTo(HALF_OPEN);
    org.assertj.core.api.Assertions.assertThatIllegalArgumentException()
        .isThrownBy(() -> CircuitState.parse("ajar"))
        .withMessage("state must be closed, open or half_open but is \"ajar\"");
  }
}
