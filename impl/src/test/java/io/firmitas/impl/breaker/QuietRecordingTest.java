package io.firmitas.impl.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitBreakerEvent;
import io.firmitas.event.CircuitState;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Outcomes that nobody wants to hear of take a shorter way through the breaker. It must lead to the
 * same place.
 */
class QuietRecordingTest {
  private static final IllegalStateException FAILURE = new IllegalStateException("down");

  @Property(tries = 150)
  @Label("a breaker that nobody listens to counts and opens like one that is listened to")
  void listenersChangeNothing(
      @ForAll long seed,
      @ForAll boolean timed,
      @ForAll @IntRange(min = 1, max = 20) int size,
      @ForAll @IntRange(min = 1, max = 12) int anyMinimum,
      @ForAll @IntRange(min = 1, max = 10) int tenths) {
    int minimum = timed ? anyMinimum : Math.min(anyMinimum, size);
    Window window = timed ? Window.ofTime(Duration.ofNanos(10 + size)) : Window.ofCalls(size);
    VirtualRuntime runtime = new VirtualRuntime();
    CircuitBreaker quiet = breaker(runtime, window, minimum, tenths).build();
    CircuitBreaker heard =
        breaker(runtime, window, minimum, tenths)
            .onEvent(CircuitBreakerEvent.class, event -> {})
            .build();
    Random random = new Random(seed);
    double failing = random.nextDouble();
    for (int step = 0; step < 100; step++) {
      if (random.nextInt(4) == 0) {
        runtime.advance(Duration.ofNanos(random.nextInt(3)));
      }
      boolean fails = random.nextDouble() < failing;
      call(quiet, fails);
      call(heard, fails);
      assertThat(quiet.state()).isEqualTo(heard.state());
      assertThat(quiet.failures()).isEqualTo(heard.failures());
      assertThat(quiet.snapshot().calls()).isEqualTo(heard.snapshot().calls());
    }
  }

  private static CircuitBreakerBuilder breaker(
      VirtualRuntime runtime, Window window, int minimum, int tenths) {
    return CircuitBreaker.builder()
        .name("guarded")
        .runtime(runtime)
        .window(window)
        .failureRate(tenths / 10.0)
        .minimumCalls(minimum)
        .openTime(Duration.ofNanos(5));
  }

  private static void call(CircuitBreaker breaker, boolean fails) {
    if (breaker.state() == CircuitState.OPEN) {
      return;
    }
    try {
      breaker.call(
          () -> {
            if (fails) {
              throw FAILURE;
            }
            return "answer";
          });
    } catch (Exception expected) {
      assertThat(expected).isSameAs(FAILURE);
    }
  }
}
