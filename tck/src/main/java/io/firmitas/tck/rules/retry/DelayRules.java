package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;

/** Backoff, jitter and cap. */
public abstract class DelayRules extends WaitsScenario {
  @EachMode
  @Rule({"RT-21", "RT-02", "RT-04"})
  @DisplayName("T7 T172 G30 G41 Q13 Z47 C8: 5 attempts without jitter wait 1, 2, 4 and 8 s")
  void defaultBackoff(Mode mode) {
    RetryBuilder settings = Retry.builder().maxAttempts(5).jitter(Jitter.none());

    assertEquals(secondsOf(1, 2, 4, 8), waitsOf(mode, settings));
    assertEquals(seconds(15), time.elapsed());
  }

  @EachMode
  @Rule("RT-21")
  @DisplayName("T179 G33 G99 Z72: the multiplier and the first delay can be set")
  void exponential(Mode mode) {
    assertEquals(
        secondsOf(1, 1.5, 2.25),
        waitsOf(mode, plain(4).backoff(Backoff.exponential(seconds(1), 1.5))));
    assertEquals(
        secondsOf(1, 3, 9), waitsOf(mode, plain(4).backoff(Backoff.exponential(seconds(1), 3))));
    assertEquals(
        secondsOf(0.5, 1, 2, 4), waitsOf(mode, plain(5).backoff(Backoff.exponential(millis(500)))));
  }

  @EachMode
  @Rule("RT-21")
  @DisplayName("Z37 G36 Z48 C7: no delay is longer than the cap")
  void cap(Mode mode) {
    assertEquals(
        secondsOf(2, 4, 8, 16, 30, 30, 30),
        waitsOf(mode, plain(8).backoff(Backoff.exponential(seconds(2))).maxDelay(seconds(30))));
    assertEquals(
        secondsOf(1, 10, 100, 120, 120),
        waitsOf(
            mode, plain(6).backoff(Backoff.exponential(seconds(1), 10)).maxDelay(seconds(120))));
    assertEquals(secondsOf(60), waitsOf(mode, plain(2).backoff(Backoff.fixed(seconds(100)))));
  }

  @EachMode
  @Rule({"RT-21", "RT-02"})
  @DisplayName("F8 Z73: the cap is applied after the jitter")
  void capAfterJitter(Mode mode) {
    time.setRandom(Math.nextDown(1.0));
    RetryBuilder settings =
        Retry.builder()
            .maxAttempts(60)
            .backoff(Backoff.exponential(millis(1)))
            .jitter(Jitter.proportional(1.0))
            .maxDelay(millis(4));

    List<Duration> waits = waitsOf(mode, settings);

    assertEquals(59, waits.size());
    waits.forEach(wait -> assertTrue(wait.compareTo(millis(4)) <= 0, wait.toString()));
  }

  @EachMode
  @Rule("RT-21")
  @DisplayName("Z73: the jitter spreads the capped delay: far above the cap it spreads as before")
  void capBeforeJitter(Mode mode) {
    RetryBuilder settings =
        Retry.builder()
            .maxAttempts(6)
            .backoff(Backoff.exponential(seconds(1), 10))
            .jitter(Jitter.full())
            .maxDelay(seconds(3));

    time.setRandom(0.25);
    assertEquals(secondsOf(0.25, 0.75, 0.75, 0.75, 0.75), waitsOf(mode, settings));
    time.setRandom(Math.nextDown(1.0));
    assertEquals(secondsOf(1, 3, 3, 3, 3), waitsOf(mode, settings));
  }

  @EachMode
  @Rule({"RT-27", "RT-04"})
  @DisplayName("Z60: a delay of zero neither sleeps nor sets a timer")
  void zero(Mode mode) {
    waitsOf(mode, plain(50).delay(seconds(0)));

    assertEquals(List.of(), time.sleeps());
    assertEquals(List.of(), time.scheduledDelays());
  }

  @EachMode
  @Rule("RT-28")
  @DisplayName("a backoff gets the delay before as it was waited: spread and capped, zero at first")
  void previousDelay(Mode mode) {
    List<Duration> seen = new ArrayList<>();
    Backoff recording =
        new Backoff() {
          @Override
          public Duration delay(int retry) {
            return seconds(4);
          }

          @Override
          public Duration delay(int retry, Duration previous, RandomGenerator random) {
            seen.add(previous);
            return seconds(4L * retry);
          }
        };

    waitsOf(
        mode,
        Retry.builder()
            .maxAttempts(4)
            .backoff(recording)
            .jitter((delay, random) -> delay.plusSeconds(1))
            .maxDelay(seconds(8)));

    assertEquals(secondsOf(0, 5, 8), seen);
  }

  @EachMode
  @Rule("RT-29")
  @DisplayName("T35 G43 Z98: a delay is a sleep of the caller or a timer without a thread")
  void whoWaits(Mode mode) {
    run(mode, retry(plain(3).delay(seconds(5))), failing(failure)).assertTook(seconds(10));

    assertEquals(mode == Mode.SYNC ? secondsOf(5, 5) : List.of(), time.sleeps());
    assertEquals(mode == Mode.ASYNC ? secondsOf(5, 5) : List.of(), time.scheduledDelays());
  }
}
