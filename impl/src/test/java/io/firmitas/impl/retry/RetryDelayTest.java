package io.firmitas.impl.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryFailed.Reason;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBudget;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryDelayTest {
  private static final IOException FAILURE = new IOException("down");
  private static final Duration MILLI = Duration.ofMillis(1);

  private final VirtualRuntime runtime = new VirtualRuntime();
  private final EventRecorder events = new EventRecorder();

  private RetryBuilder builder() {
    return Retry.builder().runtime(runtime).listener(events);
  }

  private List<Duration> waits(RetryBuilder builder) {
    Retry retry = builder.build();
    assertThatThrownBy(
            () ->
                retry.call(
                    () -> {
                      throw FAILURE;
                    }))
        .isSameAs(FAILURE);
    return runtime.sleeps();
  }

  @Test
  @DisplayName("F7: jitter of 100 ms on a delay of 1 ms never waits less than nothing")
  void jitterBelowZero() {
    List<Duration> waits =
        waits(
            builder()
                .maxRetries(20)
                .delay(MILLI)
                .jitter(Jitter.plusMinus(MILLI.multipliedBy(100))));
    assertThat(waits).allMatch(wait -> !wait.isNegative()).anyMatch(wait -> wait.toMillis() > 1);
  }

  @Test
  @DisplayName(
      "F8: backoff 1 ms to 4 ms with jitter of 100 % over 60 retries never exceeds the cap")
  void jitterAboveTheCap() {
    Duration cap = MILLI.multipliedBy(4);
    List<Duration> waits =
        waits(
            builder()
                .maxRetries(60)
                .backoff(Backoff.exponential(MILLI))
                .jitter(Jitter.proportional(1))
                .maxDelay(cap));
    assertThat(waits).allMatch(wait -> wait.compareTo(cap) <= 0).contains(cap);
  }

  @Test
  @DisplayName(
      "P12: x2 from 2 s, cap 30 s, 2000 retries: always within 0 and 30 s, in the end 30 s")
  void farOut() {
    Duration cap = Duration.ofSeconds(30);
    List<Duration> waits =
        waits(
            builder()
                .maxRetries(2_000)
                .backoff(Backoff.exponential(Duration.ofSeconds(2)))
                .jitter(Jitter.none())
                .maxDelay(cap));
    assertThat(waits)
        .hasSize(2_000)
        .startsWith(
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(8),
            Duration.ofSeconds(16),
            cap);
    assertThat(waits.subList(4, 2_000)).containsOnly(cap);
  }

  @Property(tries = 100)
  @Label("P12, F8: whatever backoff, jitter and cap, every wait is within zero and the cap")
  void alwaysWithin(
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long initial,
      @ForAll @DoubleRange(min = 1, max = 1e6) double multiplier,
      @ForAll @IntRange(min = 0, max = 5) int kind,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 8) long capNanos,
      @ForAll long seed) {
    VirtualRuntime virtual = new VirtualRuntime(seed);
    Jitter jitter =
        switch (kind) {
          case 0 -> Jitter.none();
          case 1 -> Jitter.full();
          case 2 -> Jitter.equal();
          case 3 -> Jitter.proportional(1);
          case 4 -> Jitter.additive(Duration.ofNanos(Long.MAX_VALUE));
          default -> Jitter.plusMinus(Duration.ofNanos(Long.MAX_VALUE));
        };
    Duration cap = Duration.ofNanos(capNanos / 50);
    Duration first = Duration.ofNanos(Math.min(initial, cap.toNanos()));
    Retry retry =
        Retry.builder()
            .runtime(virtual)
            .maxRetries(40)
            .backoff(Backoff.exponential(first, multiplier))
            .jitter(jitter)
            .maxDelay(cap)
            .build();
    assertThatThrownBy(
            () ->
                retry.call(
                    () -> {
                      throw FAILURE;
                    }))
        .isSameAs(FAILURE);
    assertThat(virtual.sleeps()).allMatch(wait -> !wait.isNegative() && wait.compareTo(cap) <= 0);
  }

  @Test
  @DisplayName(
      "F6: a backoff of the user that throws, or gives null or a negative delay, is reported")
  void brokenBackoff() {
    Duration[] given = {null, Duration.ofMillis(-5)};
    List<Duration> waits =
        waits(
            builder()
                .maxRetries(3)
                .jitter(Jitter.none())
                .backoff(
                    retry -> {
                      if (retry > given.length) {
                        throw new IllegalStateException("no idea");
                      }
                      return given[retry - 1];
                    }));
    assertThat(waits).allMatch(Duration::isZero);
    assertThat(events.of(CallbackFailed.class))
        .hasSize(3)
        .allMatch(event -> "backoff or jitter".equals(event.callback()));
  }

  @Test
  @DisplayName(
      "F6: a delay function that gives a negative delay is reported, and the backoff decides")
  void negativeDelayFunction() {
    List<Duration> waits =
        waits(
            builder()
                .maxRetries(2)
                .delay(MILLI)
                .jitter(Jitter.none())
                .delayFor((failure, attempt) -> attempt == 1 ? Duration.ofSeconds(-1) : null));
    assertThat(waits).containsExactly(MILLI, MILLI);
    assertThat(events.of(CallbackFailed.class))
        .hasSize(1)
        .allMatch(event -> "delayFor".equals(event.callback()));
  }

  @Test
  @DisplayName(
      "P8: cancelling tells how many attempts were made, during an attempt and during a delay")
  void attemptsOfACancelledCall() {
    Retry retry = builder().maxAttempts(5).delay(MILLI).build();
    CompletableFuture<Object> source = new CompletableFuture<>();
    CompletableFuture<Object> duringAttempt = retry.callAsync(context -> source);
    duringAttempt.cancel(true);
    assertThat(source).isCancelled();
    assertThat(events.last(RetryFailed.class).attempts()).isEqualTo(1);
    assertThat(events.last(RetryFailed.class).reason()).isEqualTo(Reason.INTERRUPTED);

    events.clear();
    CompletableFuture<Object> duringDelay =
        retry.callAsync(context -> CompletableFuture.failedFuture(FAILURE));
    duringDelay.cancel(true);
    assertThat(events.last(RetryFailed.class).attempts()).isEqualTo(1);
    assertThat(events.last(RetryFailed.class).failure()).isSameAs(FAILURE);
    assertThat(runtime.pendingTimers()).isZero();
  }

  @Test
  @DisplayName("an inline loop whose retries are switched off ends with the failure itself")
  void skippedInlineLoop() {
    Retry retry = builder().skipWhen(context -> true).build();
    assertThatThrownBy(
            () -> {
              for (Attempt attempt : retry.attempts()) {
                attempt.failure(FAILURE);
              }
            })
        .isSameAs(FAILURE);
    assertThat(events.last(RetryFailed.class).reason()).isEqualTo(Reason.SKIPPED);
  }

  @Test
  @DisplayName("S7: the share of a budget is exact: 29 % of 100 calls are 29 retries")
  void exactShare() {
    for (int percent = 1; percent <= 100; percent++) {
      RetryBudget budget = RetryBudget.ofShare(percent / 100.0, 0);
      for (int call = 0; call < 100; call++) {
        budget.callStarted();
      }
      int granted = 0;
      while (granted <= 100 && budget.tryRetry(true)) {
        granted++;
      }
      assertThat(granted).as("%d %%", percent).isEqualTo(percent);
    }
  }
}
