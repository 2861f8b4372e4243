package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("realtime")
class SlotWatcherTest {
  private static final long LONG = Duration.ofMinutes(10).toNanos();
  private static final long SHORT = 2_000_000;

  private final SystemRuntime runtime = SystemRuntime.create();
  private final CallWatcher watcher = CallWatcher.of(runtime);

  @AfterEach
  void close() {
    runtime.close();
    Thread.interrupted();
  }

  private Object begin(long nanos) {
    return watcher.begin(System.nanoTime(), nanos);
  }

  /** Spins, since waiting would consume the interrupt. */
  private static boolean interruptedWithin(Duration time) {
    long start = System.nanoTime();
    while (!Thread.currentThread().isInterrupted()) {
      if (System.nanoTime() - start > time.toNanos()) {
        return false;
      }
      Thread.onSpinWait();
    }
    return true;
  }

  @Test
  @DisplayName(
      "a call that is too long is interrupted, not before its time, and the flag is taken back")
  void interrupts() {
    for (int repeat = 0; repeat < 20; repeat++) {
      long start = System.nanoTime();
      Object watch = watcher.begin(start, SHORT);
      assertThat(interruptedWithin(Duration.ofSeconds(20))).isTrue();
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(SHORT);
      assertThat(watcher.end(watch)).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  @DisplayName("S1: a call that ended in time is not interrupted later")
  void inTime() throws Exception {
    int inTime = 0;
    for (int repeat = 0; repeat < 20 || inTime == 0; repeat++) {
      inTime += watcher.end(begin(SHORT)) ? 0 : 1;
    }
    runtime.sleep(5 * SHORT); // the moment at which a leftover deadline would strike
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  @DisplayName("a short call begun after a long one elsewhere is not missed")
  void shortAfterLong() throws Exception {
    Thread other =
        new Thread(
            () -> {
              Object watch = begin(LONG);
              try {
                TimeUnit.DAYS.sleep(1);
              } catch (InterruptedException ended) {
                watcher.end(watch);
              }
            });
    other.start();
    Object watch = begin(SHORT);
    assertThat(interruptedWithin(Duration.ofSeconds(20))).isTrue();
    assertThat(watcher.end(watch)).isTrue();
    other.interrupt();
    other.join(30_000);
    assertThat(other.isAlive()).isFalse();
  }

  @Test
  @DisplayName("nested calls, deeper than there are slots: each has its own time")
  void nested() {
    for (int depth : new int[] {1, 2, 4, 5, 9}) {
      Object[] outer = new Object[depth];
      for (int level = 0; level < depth; level++) {
        outer[level] = begin(LONG);
      }
      Object inner = begin(SHORT);
      assertThat(interruptedWithin(Duration.ofSeconds(20))).isTrue();
      assertThat(watcher.end(inner)).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      for (int level = depth - 1; level >= 0; level--) {
        assertThat(watcher.end(outer[level])).isFalse();
      }
    }
  }

  @Test
  @DisplayName("when outer and inner time are both up, no interrupt of either is left")
  void bothUp() {
    int both = 0;
    for (int repeat = 0; repeat < 50 || both == 0; repeat++) {
      Object outer = begin(SHORT + repeat % 3);
      Object inner = begin(SHORT);
      assertThat(interruptedWithin(Duration.ofSeconds(20))).isTrue();
      long start = System.nanoTime();
      while (System.nanoTime() - start < SHORT) {
        Thread.onSpinWait();
      }
      boolean innerUp = watcher.end(inner);
      boolean outerUp = watcher.end(outer);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      both += innerUp && outerUp ? 1 : 0;
    }
  }

  @Test
  @DisplayName("F1, H5: a foreign interrupt stays, whether the time was up or not")
  void foreign() {
    Object inTime = begin(LONG);
    Thread.currentThread().interrupt();
    assertThat(watcher.end(inTime)).isFalse();
    assertThat(Thread.interrupted()).isTrue();

    Object late = begin(SHORT);
    Thread.currentThread().interrupt();
    long start = System.nanoTime();
    while (System.nanoTime() - start < 5 * SHORT) {
      Thread.onSpinWait();
    }
    watcher.end(late);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName("deadlines that coincide with the marks of the slot work all the same")
  void marks() {
    for (long deadline = -2; deadline <= 6; deadline++) {
      Object watch = watcher.begin(deadline - LONG, LONG);
      assertThat(watcher.end(watch)).isIn(true, false);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
    Object watch = begin(SHORT);
    assertThat(interruptedWithin(Duration.ofSeconds(20))).isTrue();
    assertThat(watcher.end(watch)).isTrue();
  }
}
