package io.firmitas.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.event.CircuitState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CircuitOpenExceptionTest {
  private final IOException last = new IOException("down");

  private CircuitOpenException rejection(boolean stackTrace) {
    return new CircuitOpenException(
        "catalog", CircuitState.OPEN, 5, 123, 1_500_000_000L, last, stackTrace);
  }

  @Test
  @DisplayName("the message starts with 'Circuit breaker is open' and says which, why and how long")
  void message() {
    assertThat(rejection(false))
        .hasMessage("Circuit breaker is open: catalog (open, 5 failures), retry after PT1.5S")
        .hasCause(last);
    assertThat(rejection(false).retryAfter()).isEqualTo(Duration.ofMillis(1_500));
    assertThat(rejection(false).policyName()).isEqualTo("catalog");
    assertThat(rejection(false).state()).isEqualTo(CircuitState.OPEN);
    assertThat(rejection(false).failures()).isEqualTo(5);
    assertThat(rejection(false).until()).isEqualTo(123);
  }

  @Test
  @DisplayName("a stack trace is recorded only on request")
  void stackTrace() {
    assertThat(rejection(false).getStackTrace()).isEmpty();
    assertThat(rejection(true).getStackTrace()).isNotEmpty();
  }

  @Test
  @DisplayName("it survives serialization")
  void serialization() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(rejection(true));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      CircuitOpenException read = (CircuitOpenException) in.readObject();
      assertThat(read).hasMessage(rejection(false).getMessage());
      assertThat(read.state()).isEqualTo(CircuitState.OPEN);
      assertThat(read.getCause()).hasMessage("down");
    }
  }
}
