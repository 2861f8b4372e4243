package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Window;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;

/** Open times that grow, and open times chosen by the failure. */
public abstract class OpenTimeRules extends Scenario {
  private final IOException failure = new IOException("down");

  private void probe(Mode mode, CircuitBreaker breaker, boolean succeeds) {
    time.advance(breaker.remainingOpenTime());
    run(mode, breaker, succeeds ? returning("page") : failing(failure));
  }

  @EachMode
  @Rule("CB-13")
  @DisplayName(
      "the open time doubles with each opening without a close between, and begins again after a"
          + " close")
  void escalates(Mode mode) {
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder()
                .failureThreshold(1)
                .openTime(Backoff.exponential(seconds(10))));

    run(mode, breaker, failing(failure));
    assertEquals(seconds(10), breaker.remainingOpenTime());
    probe(mode, breaker, false);
    assertEquals(seconds(20), breaker.remainingOpenTime());
    probe(mode, breaker, false);
    assertEquals(seconds(40), breaker.remainingOpenTime());
    assertEquals(3, breaker.snapshot().openings());
    probe(mode, breaker, true);
    assertEquals(0, breaker.snapshot().openings());
    run(mode, breaker, failing(failure));

    assertEquals(seconds(10), breaker.remainingOpenTime());
    assertEquals(1, breaker.snapshot().openings());
  }

  /** A breaker with an exponential open time of ten seconds, opened and opened again. */
  private CircuitBreaker openedTwice(Mode mode) {
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder()
                .failureThreshold(1)
                .openTime(Backoff.exponential(seconds(10))));
    run(mode, breaker, failing(failure));
    probe(mode, breaker, false);
    return breaker;
  }

  @EachMode
  @Rule({"CB-13", "CB-38"})
  @DisplayName("the open time begins again after a reset")
  void resetBeginsAgain(Mode mode) {
    CircuitBreaker breaker = openedTwice(mode);

    breaker.reset();
    run(mode, breaker, failing(failure));

    assertEquals(seconds(10), breaker.remainingOpenTime());
  }

  @EachMode
  @Rule("CB-14")
  @DisplayName("the failure that opens the breaker chooses the open time, at each opening anew")
  void chosenByFailure(Mode mode) {
    IOException busy = new IOException("retry after 7");
    CircuitBreaker breaker = opening(thrown -> thrown == busy ? seconds(7) : null);

    run(mode, breaker, failing(busy));
    assertEquals(seconds(7), breaker.remainingOpenTime());
    assertEquals(seconds(7), breaker.snapshot().openTime());
    probe(mode, breaker, false);

    assertEquals(seconds(60), breaker.remainingOpenTime());
  }

  @EachMode
  @Rule("CB-14")
  @DisplayName("null, zero or a negative time leave the choice to openTime")
  void noOpinion(Mode mode) {
    for (Duration chosen : new Duration[] {null, Duration.ZERO, seconds(-5)}) {
      CircuitBreaker breaker = opening(thrown -> chosen);
      run(mode, breaker, failing(failure)).assertFailedWith(failure);
      assertEquals(seconds(60), breaker.remainingOpenTime(), String.valueOf(chosen));
    }
  }

  @EachMode
  @Rule({"CB-14", "CB-26", "CX-14"})
  @DisplayName(
      "F5: an open-time function that throws is reported; the breaker opens and the call's failure"
          + " leaves unmodified")
  void throwingFunction(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken function");
    CircuitBreaker breaker =
        opening(
            thrown -> {
              throw broken;
            });

    run(mode, breaker, failing(failure)).assertFailedWith(failure);

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(seconds(60), breaker.remainingOpenTime());
    assertSame(broken, events.last(CallbackFailed.class).failure());
    assertEquals(0, failure.getSuppressed().length);
  }

  private CircuitBreaker opening(
      java.util.function.Function<Throwable, @Nullable Duration> chooser) {
    return breaker(CircuitBreaker.builder().failureThreshold(1).openTimeFor(chooser));
  }

  @EachMode
  @Rule({"CB-14", "CB-34", "CB-42"})
  @DisplayName("the failure chooses the open time in a window, and when it is recorded by hand")
  void chosenInWindowAndByHand(Mode mode) {
    CircuitBreakerBuilder settings =
        CircuitBreaker.builder().failureThreshold(2).openTimeFor(thrown -> seconds(7));
    CircuitBreaker inWindow = breaker(settings.window(Window.ofCalls(4)));
    repeat(2, mode, inWindow, failing(failure));
    assertEquals(seconds(7), inWindow.remainingOpenTime());

    CircuitBreaker byHand = breaker(settings.window(Window.consecutive()));
    byHand.recordFailure(failure);
    byHand.recordFailure(failure);
    assertEquals(seconds(7), byHand.remainingOpenTime());
  }

  @EachMode
  @Rule({"CB-13", "CB-36"})
  @DisplayName("forceHalfOpen is no close: the next opening is one more without a close between")
  void forcedHalfOpenGoesOn(Mode mode) {
    CircuitBreaker breaker = openedTwice(mode);

    breaker.forceHalfOpen();
    run(mode, breaker, failing(failure));

    assertEquals(seconds(40), breaker.remainingOpenTime());
    assertEquals(3, breaker.snapshot().openings());
  }
}
