package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("realtime")
class SystemRuntimeTest {
  private final PolicyRuntime shared = SystemRuntime.shared();

  @Test
  @DisplayName("a sleep is never shorter than asked, and not rounded up to a millisecond")
  void sleepPrecision() throws Exception {
    long shortest = Long.MAX_VALUE;
    for (long nanos : new long[] {1, 1_000, 50_000, 2_000_000}) {
      for (int repeat = 0; repeat < 20; repeat++) {
        long start = System.nanoTime();
        shared.sleep(nanos);
        long slept = System.nanoTime() - start;
        assertThat(slept).isGreaterThanOrEqualTo(nanos);
        shortest = Math.min(shortest, slept);
      }
    }
    // Twenty sleeps of a nanosecond are on record; Thread.sleep would take a millisecond for each.
    assertThat(shortest).isLessThan(1_000_000);
  }

  @Test
  @DisplayName("a sleep of zero or less returns at once, but not before an interrupt is noticed")
  void noSleep() throws Exception {
    shared.sleep(0);
    shared.sleep(-1);
    shared.sleep(Long.MIN_VALUE);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> shared.sleep(0)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  @DisplayName("an interrupt ends the longest sleep there is, with the flag clear")
  void interruptedSleep() throws Exception {
    AtomicReference<Object> outcome = new AtomicReference<>();
    Thread sleeper =
        new Thread(
            () -> {
              try {
                shared.sleep(Long.MAX_VALUE);
                outcome.set("slept");
              } catch (InterruptedException interrupted) {
                outcome.set(Thread.currentThread().isInterrupted() ? "flag set" : interrupted);
              }
            });
    sleeper.start();
    await().until(() -> sleeper.getState() == Thread.State.TIMED_WAITING);
    sleeper.interrupt();
    sleeper.join(30_000);
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  @DisplayName("a permit left over from LockSupport.unpark does not shorten a sleep")
  void leftOverPermit() throws Exception {
    java.util.concurrent.locks.LockSupport.unpark(Thread.currentThread());
    long start = System.nanoTime();
    shared.sleep(5_000_000);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(5_000_000);
  }

  @Test
  @DisplayName("closing the shared runtime does nothing")
  void sharedClose() throws Exception {
    shared.close();
    shared.close();
    CountDownLatch ran = new CountDownLatch(2);
    shared.schedule(0, ran::countDown);
    shared.executor().execute(ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(PolicyRuntime.system()).isSameAs(shared);
  }

  @Test
  @DisplayName("a closed runtime refuses timers, tasks and watching; closing again does nothing")
  void ownClose() {
    PolicyRuntime runtime = PolicyProvider.installed().newRuntime();
    assertThat(runtime).isNotSameAs(shared);
    runtime.close();
    runtime.close();
    assertThatThrownBy(() -> runtime.schedule(0, () -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> runtime.executor().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> CallWatcher.of(runtime).begin(System.nanoTime(), 1_000))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(runtime.submit(() -> "x")).isCompletedExceptionally();
  }

  @Test
  @DisplayName("closing interrupts what runs and ends all threads of the runtime")
  void closeEndsThreads() throws Exception {
    PolicyRuntime runtime = SystemRuntime.create();
    CountDownLatch started = new CountDownLatch(1);
    AtomicReference<Thread> worker = new AtomicReference<>();
    AtomicReference<Thread> timer = new AtomicReference<>();
    CountDownLatch ticked = new CountDownLatch(1);
    runtime.schedule(
        0,
        () -> {
          timer.set(Thread.currentThread());
          ticked.countDown();
        });
    runtime
        .executor()
        .execute(
            () -> {
              worker.set(Thread.currentThread());
              started.countDown();
              try {
                runtime.sleep(Long.MAX_VALUE);
              } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            });
    assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(ticked.await(30, TimeUnit.SECONDS)).isTrue();
    runtime.close();
    await().until(() -> !worker.get().isAlive() && !timer.get().isAlive());
  }

  @Test
  @DisplayName("clocks and random numbers are the machine's")
  void clocks() {
    long before = System.nanoTime();
    assertThat(shared.nanoTime() - before).isGreaterThanOrEqualTo(0);
    assertThat(shared.instant()).isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(shared.random().nextDouble()).isBetween(0.0, 1.0);
  }
}
