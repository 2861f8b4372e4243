package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which calls have a slot; those that have none are watched by another watcher. */
@Timeout(60)
@Tag("realtime")
class SlotsTest {
  private static final int SLOTS = 4;
  private static final long LONG = Duration.ofMinutes(10).toNanos();
  private static final long SHORT = 2_000_000;
  private static final long PATIENCE = Duration.ofSeconds(50).toNanos();

  private final AtomicInteger withoutSlot = new AtomicInteger();
  private final SlotWatcher watcher = watcher(WorkerThreads.daemons("firmitas-watchdog-test"));

  private SlotWatcher watcher(ThreadFactory factory) {
    CallWatcher other =
        new CallWatcher() {
          @Override
          public Object begin(long start, long nanos) {
            withoutSlot.incrementAndGet();
            return "without slot";
          }

          @Override
          public boolean end(Object token) {
            return token.equals("without slot");
          }
        };
    return new SlotWatcher(other, factory, LONG);
  }

  @AfterEach
  void close() {
    watcher.close();
    Thread.interrupted();
  }

  private static Object begin(SlotWatcher watcher, long nanos) {
    return watcher.begin(System.nanoTime(), nanos);
  }

  private static void awaitInterrupt() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  /**
   * Until the watchdog has seen that the time of a call is up, and has interrupted it. It may have
   * done so before the caller comes back from {@code begin}. An interrupt does not end the waiting,
   * so it has an end of its own.
   */
  static void awaitTimeUp(AtomicLong slot) {
    long start = System.nanoTime();
    while (slot.get() != SlotWatcher.FIRED && slot.get() != SlotWatcher.FIRED_OVER_ANOTHER) {
      assertThat(System.nanoTime() - start).as("nanoseconds waited").isLessThan(PATIENCE);
    }
  }

  private void assertAllSlotsFree(SlotWatcher watcher) {
    int before = withoutSlot.get();
    List<Object> calls = new ArrayList<>();
    for (int level = 0; level < SLOTS; level++) {
      calls.add(begin(watcher, LONG));
    }
    assertThat(withoutSlot).hasValue(before);
    calls.forEach(call -> assertThat(watcher.end(call)).isFalse());
  }

  @Test
  @DisplayName("a platform thread has four slots; a call nested deeper is watched in another way")
  void four() {
    List<Object> calls = new ArrayList<>();
    for (int level = 0; level < SLOTS; level++) {
      calls.add(begin(watcher, LONG));
    }
    assertThat(withoutSlot).hasValue(0);

    Object deeper = begin(watcher, LONG);

    assertThat(withoutSlot).hasValue(1);
    assertThat(watcher.end(deeper)).isTrue();
    calls.forEach(call -> assertThat(watcher.end(call)).isFalse());
    assertAllSlotsFree(watcher);
  }

  @Test
  @DisplayName("the slot of a call whose time was up is free again")
  void freeAfterTheTime() {
    for (int call = 0; call < SLOTS; call++) {
      Object watch = begin(watcher, SHORT);
      awaitInterrupt();
      assertThat(watcher.end(watch)).isTrue();
    }

    assertAllSlotsFree(watcher);
  }

  @Test
  @DisplayName("a call is late also when its thread was interrupted by others, and stays so")
  void lateAndInterrupted() {
    Thread.currentThread().interrupt();
    AtomicLong slot = (AtomicLong) begin(watcher, SHORT);
    awaitTimeUp(slot);

    assertThat(watcher.end(slot)).isTrue();

    assertThat(Thread.interrupted()).isTrue();
    assertAllSlotsFree(watcher);
  }

  @Test
  @DisplayName("a deadline that coincides with a mark of the slot is one like all others")
  void marks() {
    assumeTrue(System.nanoTime() > 6, "all these deadlines have passed");
    for (long deadline = -2; deadline <= 6; deadline++) {
      Object outer = watcher.begin(deadline - LONG, LONG);
      Object inner = begin(watcher, LONG);
      assertThat(inner).isNotSameAs(outer);
      awaitInterrupt();
      assertThat(watcher.end(inner)).isFalse();
      assertThat(watcher.end(outer)).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  @DisplayName("a call that was refused for lack of a thread has left its slot")
  void noThread() {
    AtomicInteger made = new AtomicInteger();
    ThreadFactory threads = WorkerThreads.daemons("firmitas-watchdog-test");
    SlotWatcher poor =
        watcher(
            task -> {
              if (made.incrementAndGet() <= SLOTS) {
                throw new OutOfMemoryError("unable to create native thread (by the test)");
              }
              return threads.newThread(task);
            });

    for (int call = 0; call < SLOTS; call++) {
      assertThatThrownBy(() -> begin(poor, SHORT)).isInstanceOf(OutOfMemoryError.class);
    }

    assertAllSlotsFree(poor);
    poor.close();
  }

  @Test
  @DisplayName("a closed watcher refuses every call")
  void closed() {
    watcher.close();

    for (int call = 0; call <= SLOTS; call++) {
      assertThatThrownBy(() -> begin(watcher, SHORT))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("closed");
    }

    assertThat(withoutSlot).hasValue(0);
  }
}
