package io.firmitas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A virtual runtime")
class VirtualClockTest {
  private final VirtualRuntime runtime = new VirtualRuntime();

  @Test
  @DisplayName("lets the monotonic clock wrap around without disturbing sleeps and timers")
  void wrapsAround() throws Exception {
    List<Long> fired = new ArrayList<>();
    runtime.startAt(Long.MAX_VALUE - 5);
    long before = runtime.nanoTime();
    runtime.schedule(20, () -> fired.add(runtime.nanoTime() - before));
    runtime.schedule(3, () -> fired.add(runtime.nanoTime() - before));
    runtime.sleep(30);
    assertThat(before).isEqualTo(Long.MAX_VALUE - 5);
    assertThat(runtime.nanoTime()).isNegative();
    assertThat(runtime.nanoTime() - before).isEqualTo(30);
    assertThat(fired).containsExactly(3L, 20L);
  }

  @Test
  @DisplayName("sleeps the longest possible time, and again after it")
  void longestSleeps() throws Exception {
    long before = runtime.nanoTime();
    runtime.sleep(Long.MAX_VALUE);
    assertThat(runtime.nanoTime() - before).isEqualTo(Long.MAX_VALUE);
    long between = runtime.nanoTime();
    runtime.sleep(Long.MAX_VALUE);
    assertThat(runtime.nanoTime() - between).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @DisplayName("stops at the end of time instead of failing")
  void endOfTime() {
    runtime.advance(Duration.ofSeconds(Long.MAX_VALUE));
    runtime.advance(Duration.ofSeconds(Long.MAX_VALUE));
    runtime.schedule(1, () -> {});
    runtime.advance(Duration.ofNanos(1));
    assertThat(runtime.pendingTimers()).isZero();
    assertThat(runtime.instant()).isEqualTo(Instant.MAX);
  }

  @Test
  @DisplayName("moves the wall clock with the monotonic one")
  void wallClockMoves() throws Exception {
    Instant before = runtime.instant();
    runtime.sleep(1_500_000_000L);
    assertThat(runtime.instant()).isEqualTo(before.plusMillis(1_500));
  }

  @Test
  @DisplayName("sets and shifts the wall clock alone")
  void wallClockIsIndependent() throws Exception {
    Instant noon = Instant.parse("2026-03-01T12:00:00Z");
    runtime.sleep(7);
    runtime.setInstant(noon);
    runtime.shiftWallClock(Duration.ofHours(-2));
    assertThat(runtime.instant()).isEqualTo(noon.minus(Duration.ofHours(2)));
    assertThat(runtime.nanoTime()).isEqualTo(7);
  }

  @Test
  @DisplayName("records what was asked of it")
  void recordsFacts() throws Exception {
    runtime.sleep(5);
    runtime.sleep(0);
    runtime.schedule(9, () -> {}).cancel();
    runtime.nanoTime();
    runtime.instant();
    runtime.random();
    runtime.elapsed();
    assertThat(runtime.sleeps()).containsExactly(Duration.ofNanos(5), Duration.ZERO);
    assertThat(runtime.scheduledDelays()).containsExactly(Duration.ofNanos(9));
    assertThat(runtime.clockReads()).isOne();
    assertThat(runtime.wallClockReads()).isOne();
    assertThat(runtime.randomReads()).isOne();
    assertThat(runtime.timersFired()).isZero();
    assertThat(runtime.pendingTimers()).isZero();
  }

  @Test
  @DisplayName("forgets recorded facts, but not the time and not pending work")
  void clearsFacts() throws Exception {
    runtime.sleep(5);
    runtime.nanoTime();
    runtime.schedule(9, () -> {});
    runtime.clearFacts();
    assertThat(runtime.sleeps()).isEmpty();
    assertThat(runtime.scheduledDelays()).isEmpty();
    assertThat(runtime.clockReads()).isZero();
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofNanos(5));
    assertThat(runtime.pendingTimers()).isOne();
  }

  @Test
  @DisplayName("gives the same random numbers for the same seed")
  void seeded() {
    assertThat(new VirtualRuntime(7).random().nextLong())
        .isEqualTo(new VirtualRuntime(7).random().nextLong())
        .isNotEqualTo(new VirtualRuntime(8).random().nextLong());
  }

  @Test
  @DisplayName("plays scripted random numbers and repeats the last")
  void scriptedRandom() {
    VirtualRuntime scripted = VirtualRuntime.withRandom(0, 0.25);
    assertThat(scripted.random().nextDouble()).isZero();
    assertThat(scripted.random().nextDouble()).isEqualTo(0.25);
    assertThat(scripted.random().nextLong(100)).isEqualTo(25);
    assertThat(scripted.random().nextInt(10, 20)).isEqualTo(12);
    assertThat(scripted.random().nextBoolean()).isFalse();
    scripted.setRandom(Math.nextDown(1.0));
    assertThat(scripted.random().nextInt(10)).isEqualTo(9);
    assertThat(scripted.random().nextFloat()).isLessThan(1);
    assertThat(scripted.random().nextLong()).isGreaterThan(Long.MAX_VALUE - 4_096);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.0, Double.NaN})
  @DisplayName("refuses scripted random numbers outside zero to one")
  void badRandom(double fraction) {
    assertThatThrownBy(() -> VirtualRuntime.withRandom(fraction))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("refuses to go back in time")
  void noTimeTravel() {
    assertThatThrownBy(() -> runtime.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time must not be negative");
  }

  @ParameterizedTest(name = "stepwise: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("abandons pending timers on close and refuses new work")
  void closes(boolean stepwise) {
    VirtualRuntime closing = stepwise ? VirtualRuntime.stepwise() : runtime;
    Abandonable first = new Abandonable();
    Abandonable cancelled = new Abandonable();
    closing.schedule(1, first);
    closing.schedule(1, cancelled).cancel();
    closing.close();
    closing.close();
    assertThat(first.reasons).singleElement().isInstanceOf(RejectedExecutionException.class);
    assertThat(cancelled.reasons).isEmpty();
    assertThat(closing.pendingTimers()).isZero();
    assertThatThrownBy(() -> closing.schedule(1, first))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> closing.executor().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(closing.submit(() -> "x")).isCompletedExceptionally();
  }

  @ParameterizedTest(name = "stepwise: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("interrupts accepted tasks on close, so that nobody waits for them in vain")
  void closeEndsTasks(boolean stepwise) {
    VirtualRuntime closing = stepwise ? VirtualRuntime.stepwise() : runtime;
    var task =
        closing.submit(
            () -> {
              closing.sleep(Long.MAX_VALUE);
              return "slept";
            });
    closing.close();
    closing.awaitTasks();
    assertThat(task).isCompletedExceptionally();
    assertThat(task.handle((value, failure) -> failure).join())
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  private static final class Abandonable implements io.firmitas.ScheduledTask {
    final List<RejectedExecutionException> reasons = new ArrayList<>();

    @Override
    public void run() {
      throw new AssertionError("must not run");
    }

    @Override
    public void abandoned(RejectedExecutionException reason) {
      reasons.add(reason);
    }
  }

  @Test
  @DisplayName("is a PolicyRuntime that can be closed by try-with-resources")
  void closeable() {
    try (PolicyRuntime closing = new VirtualRuntime()) {
      assertThat(closing.nanoTime()).isZero();
    }
  }
}
