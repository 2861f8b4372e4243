package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Permit;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallIgnored;
import io.firmitas.event.CircuitCallSucceeded;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;

/**
 * Nobody listens to the breaker under test, as in most programs: it decides like its twin, to which
 * somebody does. All other tests listen.
 */
public abstract class UnheardRules extends Scenario {
  private final IOException failure = new IOException("down");
  private final Random random = new Random(71);
  private final List<Permits> open = new ArrayList<>();

  private record Permits(Permit heard, Permit unheard) {}

  private static CircuitBreakerBuilder settings(Window window) {
    return CircuitBreaker.builder()
        .window(window)
        .openTime(seconds(2))
        .probes(2)
        .ignore(IllegalStateException.class);
  }

  private void decidesLikeItsTwin(Mode mode, CircuitBreakerBuilder settings) {
    CircuitBreaker unheard = create(settings.runtime(time).config());
    CircuitBreaker heard = breaker(settings);
    for (int index = 0; index < 2_000; index++) {
      int step = index;
      change(mode, heard, unheard);
      assertEquals(heard.snapshot(), unheard.snapshot(), () -> "after step " + step);
    }
  }

  private void change(Mode mode, CircuitBreaker heard, CircuitBreaker unheard) {
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> runBoth(mode, heard, unheard, returning("page"));
      case 4, 5, 6 -> runBoth(mode, heard, unheard, failing(failure));
      case 7 -> runBoth(mode, heard, unheard, failing(new IllegalStateException("ignored")));
      case 8, 9 -> acquireBoth(heard, unheard);
      case 10 -> closeOne();
      default -> time.advance(millis(random.nextInt(1_500)));
    }
  }

  private void runBoth(
      Mode mode, CircuitBreaker heard, CircuitBreaker unheard, ScriptedCall<String> call) {
    Outcome expected = run(mode, heard, call);
    Outcome seen = run(mode, unheard, call);
    assertEquals(expected.result(), seen.result());
    assertEquals(kind(expected), kind(seen));
  }

  private static String kind(Outcome outcome) {
    return outcome.failure() == null ? "none" : outcome.failure().getClass().getName();
  }

  private void acquireBoth(CircuitBreaker heard, CircuitBreaker unheard) {
    Optional<Permit> expected = heard.tryAcquire();
    Optional<Permit> seen = unheard.tryAcquire();
    assertEquals(expected.isPresent(), seen.isPresent());
    expected.ifPresent(permit -> open.add(new Permits(permit, seen.get())));
  }

  private void closeOne() {
    if (open.isEmpty()) {
      return;
    }
    Permits permits = open.remove(random.nextInt(open.size()));
    switch (random.nextInt(3)) {
      case 0 -> {
        permits.heard.success();
        permits.unheard.success();
      }
      case 1 -> {
        permits.heard.failure(failure);
        permits.unheard.failure(failure);
      }
      default -> {
        permits.heard.close();
        permits.unheard.close();
      }
    }
  }

  @EachMode
  @Rule({"CB-04", "CB-05", "CB-28", "CB-29"})
  @DisplayName("consecutive failures are counted alike, whether somebody listens or not")
  void consecutive(Mode mode) {
    decidesLikeItsTwin(mode, settings(Window.consecutive()).failureThreshold(3));
  }

  @EachMode
  @Rule({"CB-42", "CB-28", "CB-29"})
  @DisplayName("the last calls are counted alike, whether somebody listens or not")
  void lastCalls(Mode mode) {
    decidesLikeItsTwin(mode, settings(Window.ofCalls(9)).failureThreshold(5));
  }

  @EachMode
  @Rule({"CB-43", "CB-44"})
  @DisplayName("failure rates are judged alike, whether somebody listens or not")
  void rates(Mode mode) {
    decidesLikeItsTwin(mode, settings(Window.ofCalls(20)).failureRate(0.5).minimumCalls(4));
    open.clear();
    decidesLikeItsTwin(mode, settings(Window.ofCalls(5)).failureRate(0.4));
  }

  @EachMode
  @Rule({"CB-45", "CB-43"})
  @DisplayName("the calls of the last time are counted alike, whether somebody listens or not")
  void lastTime(Mode mode) {
    decidesLikeItsTwin(mode, settings(Window.ofTime(seconds(3))).failureRate(0.5).minimumCalls(4));
  }

  @EachMode
  @Rule("CB-46")
  @DisplayName("slow calls are counted when nobody listens, also on a window full of successes")
  void slowCalls(Mode mode) {
    CircuitBreaker breaker =
        create(settings(Window.ofCalls(2)).slowCalls(seconds(1), 1.0).runtime(time).config());
    repeat(2, mode, breaker, returning("page"));

    repeat(2, mode, breaker, new ScriptedCall<String>().taking(seconds(1), time).succeed("slow"));

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-27")
  @DisplayName("results are judged when nobody listens")
  void results(Mode mode) {
    CircuitBreaker breaker =
        create(
            settings(Window.consecutive())
                .failureThreshold(2)
                .failOnResult(String.class, "bad"::equals)
                .runtime(time)
                .config());

    repeat(2, mode, breaker, returning("bad"));

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("EV-05")
  @DisplayName("who listens to one kind of outcome is told of it, though nobody listens to others")
  void oneKind(Mode mode) {
    List<String> told = new ArrayList<>();
    List<CircuitBreakerBuilder> listening =
        List.of(
            settings(Window.consecutive())
                .onEvent(CircuitCallSucceeded.class, event -> told.add("success")),
            settings(Window.consecutive())
                .onEvent(CircuitCallFailed.class, event -> told.add("failure")),
            settings(Window.consecutive())
                .onEvent(CircuitCallIgnored.class, event -> told.add("ignored")));
    for (CircuitBreakerBuilder settings : listening) {
      CircuitBreaker breaker = create(settings.runtime(time).config());
      run(mode, breaker, returning("page"));
      run(mode, breaker, failing(failure));
      run(mode, breaker, failing(new IllegalStateException("ignored")));
    }

    assertEquals(List.of("success", "failure", "ignored"), told);
  }
}
