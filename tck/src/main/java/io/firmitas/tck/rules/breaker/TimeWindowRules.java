package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Windows of time, and slow calls. */
public abstract class TimeWindowRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreakerBuilder lastTime(Duration duration) {
    return CircuitBreaker.builder().window(Window.ofTime(duration));
  }

  @EachMode
  @Rule("CB-45")
  @DisplayName(
      "F11: 3 failures within 200 ms: after an idle time, failures at 0, 30 and 380 ms do not open")
  void idleTime(Mode mode) {
    CircuitBreaker breaker = breaker(lastTime(millis(200)).failureThreshold(3));
    run(mode, breaker, returning("page"));
    time.advance(millis(450));

    run(mode, breaker, failing(failure));
    time.advance(millis(30));
    run(mode, breaker, failing(failure));
    time.advance(millis(350));
    run(mode, breaker, failing(failure));

    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(1, breaker.failures());
  }

  @EachMode
  @Rule("CB-45")
  @DisplayName("F11 R13: counters read without any call are empty when the window has passed")
  void readOnly(Mode mode) {
    CircuitBreaker breaker = breaker(lastTime(seconds(10)).failureThreshold(50));
    repeat(5, mode, breaker, failing(failure));
    assertEquals(5, breaker.snapshot().calls());

    time.advance(seconds(60));

    assertEquals(0, breaker.snapshot().calls());
    assertEquals(0, breaker.failures());
  }

  @Test
  @Rule("CB-45")
  @DisplayName(
      "an outcome counts for nine tenths of the window, and no longer when all of it has passed")
  void nineTenths() {
    Random random = new Random(45);
    for (int run = 0; run < 200; run++) {
      CircuitBreaker breaker = breaker(lastTime(seconds(10)).failureThreshold(50));
      time.advance(millis(random.nextInt(30_000)));
      breaker.recordFailure(failure);
      time.advance(seconds(9).minusNanos(1));
      assertEquals(1, breaker.failures(), "after nine tenths of the window");
      time.advance(seconds(1).plusNanos(1));
      assertEquals(0, breaker.failures(), "after the window");
    }
  }

  @Test
  @Rule("CB-45")
  @DisplayName("windows of some nanoseconds keep their outcomes for nine tenths as well")
  void tinyWindow() {
    CircuitBreaker breaker = breaker(lastTime(nanos(19)).failureThreshold(50));
    breaker.recordFailure(failure);

    time.advance(nanos(17));
    assertEquals(1, breaker.failures());
    time.advance(nanos(2));

    assertEquals(0, breaker.failures());
  }

  @Test
  @Rule({"CB-45", "RN-02", "RN-03", "RN-04"})
  @DisplayName(
      "nine tenths and the whole window are exact to the nanosecond, for windows from 19 ns to a"
          + " century that cannot be divided by ten")
  void toTheNanosecond() {
    for (long window : new long[] {19, 1_000_000_007, Long.MAX_VALUE / 3, Long.MAX_VALUE / 3 - 5}) {
      for (int tenth = 0; tenth <= 12; tenth++) {
        long boundary = window / 10 * tenth + window % 10 * tenth / 10;
        for (long begin = Math.max(0, boundary - 1); begin <= boundary + 2; begin++) {
          assertLivesFor(nanos(window), nanos(begin), false);
          assertLivesFor(nanos(window), nanos(begin), true);
        }
      }
    }
  }

  /** Looks at an outcome shortly before and after the times that it must and may count. */
  private void assertLivesFor(Duration window, Duration begin, boolean amongOthers) {
    time = new VirtualRuntime().startAt(-seconds(3).toNanos());
    CircuitBreaker breaker = breaker(lastTime(window).failureThreshold(50));
    Supplier<String> when = () -> window + ", failed after " + begin;
    Duration nineTenths = window.multipliedBy(9).plusNanos(9).dividedBy(10);
    time.advance(begin);
    breaker.recordFailure(failure);

    time.advance(nineTenths.minusNanos(1));
    if (amongOthers) {
      breaker.recordSuccess();
    }
    assertEquals(1, breaker.failures(), when);
    time.advance(window.minus(nineTenths).plusNanos(1));
    if (amongOthers) {
      breaker.recordSuccess();
    }
    assertEquals(0, breaker.failures(), when);
    assertEquals(amongOthers ? 2 : 0, breaker.snapshot().calls(), when);
  }

  @Test
  @Rule({"CB-45", "CB-50"})
  @DisplayName(
      "R27: over thousands of random outcomes the counters lie between those of a window of 9/10"
          + " and of 10/10")
  void naiveModel() {
    likeNaiveModel(seconds(10), 3_000, new Random(11));
  }

  @Test
  @Rule({"CB-45", "RN-03"})
  @DisplayName(
      "windows of forty years, too long for a tenfold in nanoseconds, keep the same bounds")
  void naiveModelOfDecades() {
    for (int seed = 0; seed < 60; seed++) {
      time = new VirtualRuntime();
      likeNaiveModel(Duration.ofDays(40 * 365), 30, new Random(seed));
    }
  }

  private void likeNaiveModel(Duration window, int steps, Random random) {
    Duration unit = window.dividedBy(10_000);
    CircuitBreaker breaker = breaker(lastTime(window).failureThreshold(100_000));
    Deque<Duration> failuresAt = new ArrayDeque<>();
    for (int index = 0; index < steps; index++) {
      time.advance(
          unit.multipliedBy(
              random.nextInt(20) == 0 ? random.nextInt(15_000) : random.nextInt(900)));
      if (random.nextBoolean()) {
        breaker.recordFailure(failure);
        failuresAt.addLast(time.elapsed());
      }
      failuresAt.removeIf(moment -> time.elapsed().minus(moment).compareTo(window) >= 0);
      long least = count(failuresAt, window.dividedBy(10).multipliedBy(9));
      long most = count(failuresAt, window);
      int seen = breaker.failures();
      assertTrue(
          least <= seen && seen <= most, () -> seen + " must be between " + least + " and " + most);
    }
  }

  private long count(Deque<Duration> moments, Duration age) {
    return moments.stream()
        .filter(moment -> time.elapsed().minus(moment).compareTo(age) < 0)
        .count();
  }

  @EachMode
  @Rule("CB-44")
  @DisplayName("a rate over a window of time is judged from 10 outcomes on, by default")
  void tenByDefault(Mode mode) {
    CircuitBreaker breaker = breaker(lastTime(seconds(10)).failureRate(0.5));

    repeat(9, mode, breaker, failing(failure));
    assertEquals(CircuitState.CLOSED, breaker.state());
    run(mode, breaker, failing(failure));

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-46")
  @DisplayName(
      "calls that take the limit or longer are slow; their share opens, though they succeed")
  void slowCalls(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().window(Window.ofCalls(4)).slowCalls(seconds(2), 0.5));
    ScriptedCall<String> call =
        new ScriptedCall<String>()
            .taking(seconds(2).minusNanos(1), time)
            .succeed("fast")
            .succeed("fast")
            .taking(seconds(2), time)
            .succeed("slow");

    repeat(3, mode, breaker, call);
    assertEquals(1, breaker.snapshot().slowCalls());
    assertEquals(0, breaker.failures());
    assertEquals(CircuitState.CLOSED, breaker.state());
    run(mode, breaker, call).assertReturned("slow");

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-46")
  @DisplayName("slow failures are slow as well")
  void slowFailures(Mode mode) {
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder()
                .window(Window.ofCalls(2))
                .failureRate(1.0)
                .slowCalls(seconds(2), 1.0));
    ScriptedCall<String> call =
        new ScriptedCall<String>().taking(seconds(3), time).fail(failure).succeed("slow");

    run(mode, breaker, call).assertFailedWith(failure);
    assertEquals(1, breaker.snapshot().slowCalls());
    assertEquals(1, breaker.failures());
    run(mode, breaker, call).assertReturned("slow");

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule({"CB-58", "CB-40"})
  @DisplayName("a slow probe is a failed probe, though its result is returned")
  void slowProbe(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().window(Window.ofCalls(2)).slowCalls(seconds(1), 1.0));
    breaker.forceHalfOpen();

    run(mode, breaker, new ScriptedCall<String>().taking(seconds(1), time).succeed("slow"))
        .assertReturned("slow");

    assertEquals(CircuitState.OPEN, breaker.state());
    assertEquals(Optional.of(time.instant()), breaker.lastFailureTime());
  }

  @EachMode
  @Rule({"CB-45", "CB-43"})
  @DisplayName("successes are outcomes of a window of time as well, from the first on")
  void successesCount(Mode mode) {
    CircuitBreaker breaker = breaker(lastTime(seconds(10)).failureRate(0.5).minimumCalls(4));

    repeat(3, mode, breaker, returning("page"));
    assertEquals(3, breaker.snapshot().calls());
    repeat(2, mode, breaker, failing(failure));
    assertEquals(CircuitState.CLOSED, breaker.state());
    run(mode, breaker, failing(failure));

    assertEquals(CircuitState.OPEN, breaker.state());
  }

  @EachMode
  @Rule("CB-46")
  @DisplayName("fast calls push slow ones out of the window")
  void slowPushedOut(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().window(Window.ofCalls(2)).slowCalls(seconds(1), 1.0));
    ScriptedCall<String> call =
        new ScriptedCall<String>()
            .taking(seconds(1), time)
            .succeed("slow")
            .taking(seconds(0), time)
            .succeed("fast")
            .succeed("fast");

    repeat(3, mode, breaker, call);

    assertEquals(0, breaker.snapshot().slowCalls());
    assertEquals(2, breaker.snapshot().calls());
    assertEquals(CircuitState.CLOSED, breaker.state());
  }
}
