package io.firmitas.tck.rules.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitState;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

/** Clocks that jump, wrap around, and are not read; durations at both ends of the range. */
public abstract class ClockRules extends Scenario {
  private final IOException failure = new IOException("down");
  private final Duration forever = Duration.ofSeconds(Long.MAX_VALUE);

  private CircuitBreaker open(Mode mode, Duration openTime) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(openTime));
    run(mode, breaker, failing(failure));
    return breaker;
  }

  @EachMode
  @Rule({"RN-01", "CB-10"})
  @DisplayName(
      "R15 P20 T3 T74 T118: the wall clock jumps by an hour, a leap second or years: the probe"
          + " comes on time")
  void wallClockJumps(Mode mode) {
    for (Duration jump :
        List.of(
            Duration.ofHours(-1),
            Duration.ofHours(1),
            seconds(1),
            seconds(-1),
            Duration.ofDays(-5_000))) {
      CircuitBreaker breaker = open(mode, seconds(10));
      time.shiftWallClock(jump);
      time.advance(seconds(10).minusNanos(1));
      assertEquals(CircuitState.OPEN, breaker.state(), jump.toString());
      time.advance(nanos(1));
      run(mode, breaker, returning("page")).assertReturned("page");
    }
  }

  @EachMode
  @Rule("RN-01")
  @DisplayName("P20: limits of retry and timeout and windows of time do not follow the wall clock")
  void wallClockElsewhere(Mode mode) {
    CircuitBreaker window = breaker(CircuitBreaker.builder().window(Window.ofTime(seconds(10))));
    run(mode, window, failing(failure));
    time.shiftWallClock(Duration.ofDays(5));
    assertEquals(1, window.failures());

    ScriptedCall<String> call = failing(failure);
    Retry retry =
        retry(
            Retry.builder()
                .maxAttempts(9)
                .delay(seconds(1))
                .jitter(Jitter.none())
                .totalTimeLimit(millis(2_500))
                .onRetry(event -> time.shiftWallClock(Duration.ofHours(1))));
    run(mode, Policies.wrap(timeout(Timeout.builder(seconds(100))), retry), call)
        .assertFailedWith(failure);

    assertEquals(3, call.count());
  }

  @EachMode
  @Rule("RN-02")
  @DisplayName("T73: the clock passes the end of the long range while a breaker is open")
  void wrapAroundWhileOpen(Mode mode) {
    time.startAt(Long.MAX_VALUE - seconds(5).toNanos());
    CircuitBreaker breaker = open(mode, seconds(10));

    time.advance(seconds(10).minusNanos(1));
    assertTrue(time.nanoTime() < 0);
    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    assertEquals(nanos(1), breaker.remainingOpenTime());
    time.advance(nanos(1));

    run(mode, breaker, returning("page")).assertReturned("page");
  }

  @EachMode
  @Rule("RN-02")
  @DisplayName(
      "T73: the clock passes the end of the long range during retries, timeouts, leases and"
          + " windows")
  void wrapAroundElsewhere(Mode mode) {
    for (long start : new long[] {Long.MAX_VALUE - seconds(3).toNanos(), -seconds(3).toNanos()}) {
      time = new VirtualRuntime().startAt(start);
      CircuitBreaker window =
          breaker(CircuitBreaker.builder().window(Window.ofTime(seconds(10))).failureThreshold(50));
      Policy<Object> policy =
          Policies.wrap(
              retry(
                  Retry.builder()
                      .maxAttempts(9)
                      .delay(seconds(2))
                      .jitter(Jitter.none())
                      .totalTimeLimit(seconds(9))),
              window,
              timeout(Timeout.builder(seconds(1))));
      ScriptedCall<String> call =
          new ScriptedCall<String>().taking(seconds(5), time).succeed("late");

      run(mode, policy, call).assertTook(seconds(7)).assertFailed(TimeoutExceededException.class);

      assertEquals(3, call.count());
      assertEquals(3, window.failures());
      time.advance(seconds(10));
      assertEquals(0, window.failures());
    }
  }

  @EachMode
  @Rule("RN-03")
  @DisplayName(
      "an open time, a lease and a window of Long.MAX_VALUE seconds do not end within a hundred"
          + " years")
  void endlessBreaker(Mode mode) {
    CircuitBreaker breaker = open(mode, forever);
    time.advance(Duration.ofDays(36_500));
    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    assertTrue(breaker.remainingOpenTime().compareTo(Duration.ofDays(365)) > 0);

    breaker.forceHalfOpen();
    breaker.acquire();
    time.advance(Duration.ofDays(36_500));
    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);

    CircuitBreaker window = breaker(CircuitBreaker.builder().window(Window.ofTime(forever)));
    run(mode, window, failing(failure));
    time.advance(Duration.ofDays(36_500));
    assertEquals(1, window.failures());
  }

  @EachMode
  @Rule("RN-03")
  @DisplayName("a total time limit and a cap of Long.MAX_VALUE seconds are as good as none")
  void endlessRetry(Mode mode) {
    ScriptedCall<String> call = failing(failure);

    run(
            mode,
            retry(
                Retry.builder()
                    .delay(Duration.ofDays(10_000))
                    .jitter(Jitter.none())
                    .maxDelay(forever)
                    .totalTimeLimit(forever)),
            call)
        .assertTook(Duration.ofDays(20_000));

    assertEquals(3, call.count());
  }

  @EachMode
  @Rule("RN-04")
  @DisplayName("an open time, a delay and a lease of one nanosecond work")
  void oneNanosecond(Mode mode) {
    CircuitBreaker breaker = open(mode, nanos(1));
    assertEquals(CircuitState.OPEN, breaker.state());
    time.advance(nanos(1));
    breaker.acquire();
    run(mode, breaker, returning("page")).assertFailed(CircuitOpenException.class);
    time.advance(nanos(1));
    run(mode, breaker, returning("page")).assertReturned("page");

    run(mode, retry(Retry.builder().delay(nanos(1)).jitter(Jitter.none())), failing(failure))
        .assertTook(nanos(2));
  }

  @EachMode
  @Rule({"RN-05", "CB-03"})
  @DisplayName("Q5 T88: a success through a closed breaker reads no clock")
  void clockNotRead(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    run(mode, breaker, returning("page"));
    time.clearFacts();

    run(mode, breaker, returning("page"));

    assertEquals(0, time.clockReads());
    assertEquals(0, time.wallClockReads());
  }

  @EachMode
  @Rule({"RN-06", "RT-22"})
  @DisplayName("T35: an hour of delays passes in virtual time only, with nothing left behind")
  void everythingFromTheRuntime(Mode mode) {
    long start = System.nanoTime();
    Policy<Object> policy =
        Policies.wrap(
            retry(Retry.builder().maxAttempts(60).delay(seconds(60))),
            timeout(Timeout.builder(seconds(600))));

    run(mode, policy, failing(failure)).assertFailedWith(failure);

    assertTrue(time.randomReads() > 0);
    assertTrue(System.nanoTime() - start < seconds(60).toNanos());
    assertEquals(0, time.pendingTimers());
    assertEquals(0, time.pendingTasks());
  }
}
