package io.firmitas.timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TimeoutBuilderTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  @DisplayName("S6: a length of zero, below zero or null is refused by name, value and bound")
  void refuses() {
    for (Duration length : new Duration[] {Duration.ZERO, Duration.ofNanos(-1)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Timeout.of(length))
          .withMessage(
              "timeout length must be longer than zero but is "
                  + length
                  + "; give at least one nanosecond");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Timeout.builder(SECOND).length(length))
          .withMessageContaining("timeout length");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Timeout.of(null))
        .withMessageContaining("timeout length must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Timeout.builder(SECOND).onTimeout(null))
        .withMessageContaining("listener");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Timeout.builder(SECOND).name(" "))
        .withMessageContaining("name");
  }

  @Test
  @DisplayName("S6: every length from a nanosecond to the longest works")
  void anyLength() {
    for (Duration length :
        new Duration[] {
          Duration.ofNanos(1),
          Duration.ofNanos(500_000),
          Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)
        }) {
      assertThat(Timeout.of(length).config().length()).isEqualTo(length);
    }
  }

  @Test
  @DisplayName("the defaults: on the caller's thread, with interrupts")
  void defaults() {
    TimeoutConfig config = Timeout.of(SECOND).config();
    assertThat(config.name()).isEqualTo("timeout");
    assertThat(config.detached()).isFalse();
    assertThat(config.interrupts()).isTrue();
  }

  @Test
  @DisplayName("switches can be turned both ways, the last one counts")
  void switches() {
    TimeoutBuilder builder = Timeout.builder(SECOND).detached().withoutInterrupt();
    assertThat(builder.detached(false).config().detached()).isFalse();
    assertThat(builder.interrupt(true).config().interrupts()).isTrue();
    assertThat(builder.detached(true).config().detached()).isTrue();
    assertThat(builder.interrupt(false).config().interrupts()).isFalse();
  }

  @Test
  @DisplayName("a configuration keeps what it was built with")
  void immutable() {
    TimeoutBuilder builder = Timeout.builder(SECOND).name("first").detached();
    TimeoutConfig config = builder.config();
    builder.length(Duration.ofDays(1)).withoutInterrupt().name("second");
    assertThat(config.length()).isEqualTo(SECOND);
    assertThat(config.interrupts()).isTrue();
    assertThat(config.name()).isEqualTo("first");
    TimeoutConfig copy = config.toBuilder().withoutInterrupt().config();
    assertThat(copy.detached()).isTrue();
    assertThat(copy.interrupts()).isFalse();
    assertThat(config.interrupts()).isTrue();
  }

  @Test
  @DisplayName("the exception names the timeout and its limit")
  void exception() {
    TimeoutExceededException exceeded =
        new TimeoutExceededException("catalog", 2_000_000_000L, false);
    assertThat(exceeded).hasMessage("Timeout exceeded: catalog allows PT2S");
    assertThat(exceeded.timeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(exceeded.policyName()).isEqualTo("catalog");
    assertThat(exceeded.getStackTrace()).isEmpty();
    assertThat(new TimeoutExceededException("catalog", 1, true).getStackTrace()).isNotEmpty();
  }
}
