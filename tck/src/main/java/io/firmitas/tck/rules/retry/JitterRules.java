package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.event.CallbackFailed;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;

/** Jitter, and backoffs that break their contract. */
public abstract class JitterRules extends WaitsScenario {
  @EachMode
  @Rule("RT-02")
  @DisplayName(
      "Z49: the default jitter is full: between zero and the delay, by the runtime's"
          + " random numbers")
  void fullJitter(Mode mode) {
    time.setRandom(0.0, 0.25, 0.5);

    assertEquals(
        secondsOf(0.5, 2),
        waitsOf(mode, Retry.builder().maxAttempts(4)).stream().filter(d -> !d.isZero()).toList());
  }

  @EachMode
  @Rule({"RT-22", "RN-06"})
  @DisplayName("T8 T169: other random numbers give other delays, the same give the same")
  void seeds(Mode mode) {
    Set<List<Duration>> sequences = new HashSet<>();
    for (int seed = 0; seed < 1_000; seed++) {
      time = new VirtualRuntime(spread(seed));
      sequences.add(waitsOf(mode, Retry.builder().maxAttempts(4)));
    }
    assertEquals(1_000, sequences.size());
    List<Duration> first = sequences.stream().map(waits -> waits.get(0)).sorted().toList();
    assertTrue(
        first.get(999).minus(first.get(0)).compareTo(millis(400)) > 0, "spread of the first delay");

    time = new VirtualRuntime(spread(7));
    assertTrue(sequences.contains(waitsOf(mode, Retry.builder().maxAttempts(4))));
  }

  @EachMode
  @Rule("RT-22")
  @DisplayName(
      "F7: a jitter larger than the delay never makes it negative, and the call's failure is what"
          + " leaves")
  void jitterBelowZero(Mode mode) {
    RetryBuilder settings =
        Retry.builder()
            .maxAttempts(20)
            .delay(millis(1))
            .jitter((delay, random) -> delay.minusMillis(100));

    assertEquals(List.of(), waitsOf(mode, settings));
  }

  @EachMode
  @Rule({"RT-23", "RT-21"})
  @DisplayName(
      "P12 Z38 V22: exponential back-off far out, with and without jitter, stays between zero and"
          + " the cap")
  void farOut(Mode mode) {
    for (Jitter jitter :
        List.of(
            Jitter.none(), Jitter.full(), Jitter.additive(Duration.ofSeconds(Long.MAX_VALUE)))) {
      List<Duration> waits =
          waitsOf(
              mode,
              Retry.builder()
                  .maxAttempts(2_000)
                  .backoff(Backoff.exponential(seconds(2)))
                  .maxDelay(seconds(30))
                  .jitter(jitter));
      waits.forEach(
          wait ->
              assertTrue(!wait.isNegative() && wait.compareTo(seconds(30)) <= 0, wait.toString()));
      assertNotEquals(Duration.ZERO, waits.get(waits.size() - 1));
    }
  }

  @EachMode
  @Rule("RT-22")
  @DisplayName("a jitter that throws is reported, and the delay is not spread")
  void throwingJitter(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken jitter");
    RetryBuilder settings =
        Retry.builder()
            .delay(seconds(3))
            .jitter(
                (delay, random) -> {
                  throw broken;
                });

    assertEquals(secondsOf(3, 3), waitsOf(mode, settings));
    assertEquals(broken, events.last(CallbackFailed.class).failure());
  }

  @EachMode
  @Rule("RT-26")
  @DisplayName(
      "a backoff that returns null or a negative delay, or throws, is reported, and the delay is"
          + " zero")
  void brokenBackoff(Mode mode) {
    List<Backoff> broken =
        List.of(
            number -> number == 1 ? seconds(1) : nothing(),
            number -> seconds(number == 1 ? 1 : -1),
            number -> {
              if (number > 1) {
                throw new IllegalStateException("broken backoff");
              }
              return seconds(1);
            });
    for (Backoff backoff : broken) {
      events.clear();
      assertEquals(secondsOf(1), waitsOf(mode, plain(3).backoff(backoff)));
      assertEquals(1, events.of(CallbackFailed.class).size(), "reports");
    }
  }

  /** Small seeds that follow each other give first numbers that are close to each other. */
  private static long spread(long seed) {
    return seed * 0x9E3779B97F4A7C15L;
  }
}
