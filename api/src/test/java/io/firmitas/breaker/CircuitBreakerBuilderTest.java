package io.firmitas.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.firmitas.backoff.Backoff;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CircuitBreakerBuilderTest {
  private static CircuitBreakerBuilder builder() {
    return CircuitBreaker.builder();
  }

  @SuppressWarnings("InconsistentOverloads")
  private static Arguments refusal(
      String title, UnaryOperator<CircuitBreakerBuilder> setting, String... words) {
    return Arguments.of(title, setting, words);
  }

  static Stream<Arguments> refusals() {
    Window calls = Window.ofCalls(10);
    return Stream.of(
        refusal("window null", b -> b.window(null), "window", "null"),
        refusal("threshold 0", b -> b.failureThreshold(0), "failureThreshold", "at least 1", "0"),
        refusal(
            "threshold -3", b -> b.failureThreshold(-3), "failureThreshold", "at least 1", "-3"),
        refusal("rate 0", b -> b.failureRate(0), "failureRate", "above 0", "0.0"),
        refusal("rate 50", b -> b.failureRate(50), "failureRate", "at most 1", "50.0"),
        refusal("rate NaN", b -> b.failureRate(Double.NaN), "failureRate", "NaN"),
        refusal("minimum 0", b -> b.minimumCalls(0), "minimumCalls", "at least 1", "0"),
        refusal(
            "slow after nothing",
            b -> b.slowCalls(Duration.ZERO, 0.5),
            "slowCalls duration",
            "longer than zero",
            "PT0S"),
        refusal(
            "slow share 2", b -> b.slowCalls(Duration.ofMillis(1), 2), "slowCalls share", "2.0"),
        refusal("slow null", b -> b.slowCalls(null, 0.5), "slowCalls duration", "null"),
        refusal("open 0", b -> b.openTime(Duration.ZERO), "openTime", "longer than zero", "PT0S"),
        refusal(
            "open negative",
            b -> b.openTime(Duration.ofMillis(-5)),
            "openTime",
            "longer than zero",
            "PT-0.005S"),
        refusal("open null", b -> b.openTime((Duration) null), "openTime", "null"),
        refusal("open backoff null", b -> b.openTime((Backoff) null), "openTime", "null"),
        refusal("openTimeFor null", b -> b.openTimeFor(null), "openTimeFor", "null"),
        refusal("probes 0", b -> b.probes(0), "probes", "at least 1", "0"),
        refusal("successes 0", b -> b.successThreshold(0), "successThreshold", "at least 1", "0"),
        refusal("success rate 0", b -> b.successRate(0), "successRate", "above 0", "0.0"),
        refusal("success rate 1.5", b -> b.successRate(1.5), "successRate", "at most 1", "1.5"),
        refusal(
            "lease 0", b -> b.probeLease(Duration.ZERO), "probeLease", "longer than zero", "PT0S"),
        refusal(
            "recovery time 0",
            b -> b.gradualRecovery(Duration.ZERO, 0.1),
            "gradualRecovery time",
            "longer than zero",
            "PT0S"),
        refusal(
            "recovery share 0",
            b -> b.gradualRecovery(Duration.ofSeconds(1), 0),
            "gradualRecovery firstShare",
            "above 0",
            "0.0"),
        refusal("failOn nothing", b -> b.failOn(), "failOn", "at least one", "empty"),
        refusal("skipOn nothing", b -> b.skipOn(), "skipOn", "at least one", "empty"),
        refusal("ignore nothing", b -> b.ignore(), "ignore", "at least one", "empty"),
        refusal(
            "failOn null in it",
            b -> b.failOn(IOException.class, null),
            "each member of failOn",
            "null"),
        refusal("failIf null", b -> b.failIf(null), "failIf", "null"),
        refusal("ignoreIf null", b -> b.ignoreIf(null), "ignoreIf", "null"),
        refusal(
            "result type null", b -> b.failOnResult(null, x -> true), "failOnResult type", "null"),
        refusal(
            "result condition null",
            b -> b.failOnResult(String.class, null),
            "failOnResult condition",
            "null"),
        refusal("name blank", b -> b.name(" "), "name", "blank", "\" \""),
        refusal("name null", b -> b.name(null), "name", "null"),
        refusal("runtime null", b -> b.runtime(null), "runtime", "null"),
        refusal("listener null", b -> b.listener(null), "listener", "null"),
        refusal("onOpen null", b -> b.onOpen(null), "onOpen", "null"),
        refusal("onHalfOpen null", b -> b.onHalfOpen(null), "onHalfOpen", "null"),
        refusal("onClose null", b -> b.onClose(null), "onClose", "null"),
        refusal("onStateChange null", b -> b.onStateChange(null), "listener", "null"),
        refusal("onFailure null", b -> b.onFailure(null), "listener", "null"),
        refusal("onSuccess null", b -> b.onSuccess(null), "listener", "null"),
        refusal("onRejected null", b -> b.onRejected(null), "listener", "null"),
        // contradictions, found when building
        refusal(
            "threshold and rate",
            b -> b.window(calls).failureThreshold(3).failureRate(0.5),
            "failureThreshold is 3",
            "failureRate is 0.5",
            "set only one"),
        refusal(
            "rate without a window",
            b -> b.failureRate(0.5),
            "failureRate",
            "window is consecutive",
            "Window.ofCalls"),
        refusal(
            "slow calls without a window",
            b -> b.slowCalls(Duration.ofSeconds(1), 0.5),
            "slowCalls",
            "Window.ofTime"),
        refusal(
            "minimum without a window", b -> b.minimumCalls(3), "minimumCalls", "Window.ofCalls"),
        refusal(
            "minimum without a rate",
            b -> b.window(calls).minimumCalls(3).failureThreshold(2),
            "minimumCalls is 3",
            "no rate is set",
            "set failureRate"),
        refusal(
            "R19: minimum beyond the window",
            b -> b.window(Window.ofCalls(5)).failureRate(0.5).minimumCalls(50),
            "minimumCalls",
            "window size 5",
            "50",
            "lower it"),
        refusal(
            "threshold beyond the window",
            b -> b.window(calls).failureThreshold(11),
            "failureThreshold",
            "window size 10",
            "11"),
        refusal(
            "default threshold beyond the window",
            b -> b.window(Window.ofCalls(4)),
            "failureThreshold (default)",
            "window size 4",
            "5"),
        refusal(
            "more successes than probes",
            b -> b.probes(2).successThreshold(3),
            "successThreshold",
            "probes 2",
            "3",
            "admit more probes"),
        refusal(
            "success threshold and rate",
            b -> b.probes(4).successThreshold(2).successRate(0.5),
            "successThreshold is 2",
            "successRate is 0.5",
            "set only one"),
        refusal(
            "open times that begin with zero",
            b -> b.openTime(Backoff.none()),
            "openTime",
            "longer than zero",
            "PT0S"),
        refusal(
            "open times that begin with null",
            b -> b.openTime(opening -> null),
            "openTime",
            "null"),
        refusal(
            "open times that begin negative",
            b -> b.openTime(opening -> Duration.ofSeconds(-1)),
            "openTime",
            "PT-1S"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  @DisplayName("bad input is refused before anything runs, and the message says what to do")
  void refuses(String title, UnaryOperator<CircuitBreakerBuilder> setting, String[] words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> setting.apply(builder()).config())
        .satisfies(refused -> assertThat(refused.getMessage()).contains(words).contains(";"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  @DisplayName("Z63: a threshold below 1 does not switch a breaker off; the refusal says what does")
  void thresholdIsNoSwitch(int threshold) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().failureThreshold(threshold).config())
        .withMessageContaining("failureThreshold must be at least 1 but is " + threshold)
        .withMessageContaining("to have no breaker, leave it out")
        .withMessageContaining("enabled=false");
  }

  @Test
  @DisplayName("contradictions do not depend on the order of the setters")
  void orderOfSettersIsFree() {
    CircuitBreakerConfig config =
        builder()
            .successThreshold(3)
            .minimumCalls(8)
            .failureRate(0.5)
            .probes(3)
            .window(Window.ofCalls(10))
            .config();
    assertThat(config.successThreshold()).isEqualTo(3);
    assertThat(config.minimumCalls()).isEqualTo(8);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> builder().failureRate(0.5).failureThreshold(3).window(Window.ofCalls(9)).config())
        .withMessageContaining("set only one");
  }

  @Test
  @DisplayName("the defaults: 5 consecutive failures, 60 s, 1 probe")
  void defaults() {
    CircuitBreakerConfig config = builder().config();
    assertThat(config.name()).isEqualTo("circuit-breaker");
    assertThat(config.window()).isEqualTo(Window.consecutive());
    assertThat(config.failureThreshold()).isEqualTo(5);
    assertThat(config.failureRate()).isEmpty();
    assertThat(config.slowCallRate()).isEmpty();
    assertThat(config.slowCallDuration()).isEmpty();
    assertThat(config.openTime()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.hasFixedOpenTime()).isTrue();
    assertThat(config.openTimeFor()).isEmpty();
    assertThat(config.probes()).isEqualTo(1);
    assertThat(config.successThreshold()).isEqualTo(1);
    assertThat(config.probeLease()).isEmpty();
    assertThat(config.judgesResults()).isFalse();
    assertThat(config.dryRun()).isFalse();
    assertThat(config.stackTraces()).isFalse();
    assertThat(config.listeners().isEmpty()).isTrue();
  }

  @Test
  @DisplayName("thresholds that follow from others")
  void derived() {
    CircuitBreakerConfig rate =
        builder().window(Window.ofTime(Duration.ofSeconds(10))).failureRate(0.07).config();
    assertThat(rate.failureThreshold()).isZero();
    assertThat(rate.minimumCalls()).isEqualTo(10);
    assertThat(rate.failureRate()).contains(new Ratio(70_000_000));
    CircuitBreakerConfig full = builder().window(Window.ofCalls(40)).failureRate(0.5).config();
    assertThat(full.minimumCalls()).isEqualTo(40);
    assertThat(builder().probes(5).config().successThreshold()).isEqualTo(5);
    assertThat(builder().probes(5).successRate(0.5).config().successThreshold()).isEqualTo(3);
    assertThat(builder().probes(5).successRate(0.000000001).config().successThreshold())
        .isEqualTo(1);
    assertThat(
            builder()
                .window(Window.ofCalls(10))
                .slowCalls(Duration.ofSeconds(1), 1)
                .config()
                .failureThreshold())
        .isZero();
  }

  @Test
  @DisplayName("every duration from a nanosecond to the longest there is works")
  void anyDuration() {
    for (Duration time :
        new Duration[] {Duration.ofNanos(1), Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)}) {
      CircuitBreakerConfig config = builder().openTime(time).probeLease(time).config();
      assertThat(config.openTime()).isEqualTo(time);
      assertThat(config.openTimeOf(7)).isEqualTo(time);
      assertThat(config.probeLease()).contains(time);
    }
    CircuitBreakerConfig growing =
        builder().openTime(Backoff.exponential(Duration.ofSeconds(1))).config();
    assertThat(growing.hasFixedOpenTime()).isFalse();
    assertThat(growing.openTimeOf(4)).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  @DisplayName("a configuration keeps what it was built with, whatever the builder does next")
  void immutable() {
    CircuitBreakerBuilder builder = builder().failureThreshold(3).failOn(IOException.class);
    CircuitBreakerConfig config = builder.config();
    builder.failureThreshold(9).failOn(IllegalStateException.class).name("other");
    assertThat(config.failureThreshold()).isEqualTo(3);
    assertThat(config.failOn().types()).containsExactly(IOException.class);
    assertThat(config.name()).isEqualTo("circuit-breaker");
    CircuitBreakerConfig copy = config.toBuilder().probes(2).config();
    assertThat(copy.failureThreshold()).isEqualTo(3);
    assertThat(copy.probes()).isEqualTo(2);
    assertThat(config.probes()).isEqualTo(1);
  }

  @ParameterizedTest(name = "a window of {0} calls")
  @ValueSource(ints = {0, -1, 1_000_001})
  void windowSizes(int size) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Window.ofCalls(size))
        .withMessageContaining("window size")
        .withMessageContaining(String.valueOf(size))
        .withMessageContaining(";");
    assertThat(Window.ofCalls(1_000_000)).isEqualTo(new Window.Calls(1_000_000));
  }

  @Test
  @DisplayName("a window of time that cannot be divided into ten slices is refused")
  void windowDurations() {
    for (Duration duration :
        new Duration[] {Duration.ZERO, Duration.ofNanos(9), Duration.ofNanos(-1)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Window.ofTime(duration))
          .withMessageContaining("window duration")
          .withMessageContaining(duration.toString())
          .withMessageContaining(";");
    }
    Consumer<Duration> accepted =
        duration -> assertThat(Window.ofTime(duration)).isEqualTo(new Window.Time(duration));
    accepted.accept(Duration.ofNanos(10));
    accepted.accept(Duration.ofSeconds(Long.MAX_VALUE));
  }
}
