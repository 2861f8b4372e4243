package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long the thread lives that watches calls. */
@Timeout(60)
@Tag("realtime")
class WatchdogTest {
  private static final long LONG = Duration.ofMinutes(10).toNanos();
  private static final long IDLE = 20_000_000;
  private static final long SHORT = 2_000_000;

  private final List<Thread> made = new ArrayList<>();
  private SlotWatcher watcher = watcher(IDLE);

  private SlotWatcher watcher(long idleNanos) {
    return new SlotWatcher(
        new SchedulingWatcher(SystemRuntime.shared()),
        task -> {
          made.add(WorkerThreads.daemons("firmitas-watchdog-test").newThread(task));
          return made.get(made.size() - 1);
        },
        idleNanos);
  }

  @AfterEach
  void close() {
    watcher.close();
    Thread.interrupted();
  }

  private AtomicLong begin(long nanos) {
    return (AtomicLong) watcher.begin(System.nanoTime(), nanos);
  }

  private void assertWatched() {
    AtomicLong slot = begin(SHORT);
    SlotsTest.awaitTimeUp(slot);
    assertThat(watcher.end(slot)).isTrue();
  }

  private void assertEnds(int number) throws InterruptedException {
    Thread thread = made.get(number);
    thread.join(30_000);
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  @DisplayName("it ends when there was no call for a while, and the next call has a new one")
  void ends() throws InterruptedException {
    for (int number = 0; number < 3; number++) {
      assertWatched();
      assertThat(made).hasSize(number + 1);
      assertEnds(number);
    }
  }

  @Test
  @DisplayName("it does not end while a call is on its way, however long that takes")
  void staysForACall() throws InterruptedException {
    AtomicLong outer = begin(10 * IDLE);
    assertWatched();
    SlotsTest.awaitTimeUp(outer);

    assertThat(watcher.end(outer)).isTrue();

    assertThat(made).hasSize(1);
    assertEnds(0);
  }

  @Test
  @DisplayName("it is there for the next call when that comes in time")
  void staysForTheNext() throws InterruptedException {
    watcher = watcher(LONG);
    for (int call = 0; call < 3; call++) {
      assertWatched();
      SystemRuntime.shared().sleep(5 * SHORT); // it looks for calls and finds none
    }

    assertThat(made).hasSize(1);
    assertThat(made.get(0).isAlive()).isTrue();
  }

  @Test
  @DisplayName("a stray interrupt does not end it")
  void strayInterrupt() {
    Object outer = begin(LONG);
    made.get(0).interrupt();

    assertWatched();

    assertThat(watcher.end(outer)).isFalse();
    assertThat(made).hasSize(1);
  }

  @Test
  @DisplayName("it ends when the watcher is closed, whatever it waits for")
  void closed() throws InterruptedException {
    Object outer = begin(LONG);

    watcher.close();

    assertEnds(0);
    assertThat(watcher.end(outer)).isFalse();
  }
}
