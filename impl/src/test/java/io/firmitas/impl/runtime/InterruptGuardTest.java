package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InterruptGuardTest {
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @AfterEach
  void clear() {
    other.shutdownNow();
    Thread.interrupted();
  }

  @Test
  @DisplayName("invariant 4: our interrupt is taken back, a foreign one that came before stays")
  void takesBackItsOwn() {
    InterruptGuard fired = new InterruptGuard();
    fired.run();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(fired.end()).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();

    Thread.currentThread().interrupt();
    InterruptGuard over = new InterruptGuard();
    over.run();
    assertThat(over.end()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName("F1, H5: a guard that did not fire leaves a foreign interrupt alone")
  void leavesForeignInterrupts() {
    InterruptGuard guard = new InterruptGuard();
    Thread.currentThread().interrupt();
    assertThat(guard.end()).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName("S1: after the end nothing is interrupted any more")
  void endedGuardDoesNothing() {
    InterruptGuard guard = new InterruptGuard();
    assertThat(guard.end()).isFalse();
    guard.run();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  @DisplayName("it interrupts once, the thread that made it, from whatever thread it runs")
  void interruptsItsOwner() throws Exception {
    InterruptGuard guard = new InterruptGuard();
    AtomicBoolean interruptedOther = new AtomicBoolean();
    Future<?> firing =
        other.submit(
            () -> {
              guard.run();
              interruptedOther.set(Thread.currentThread().isInterrupted());
            });
    while (!firing.isDone()) {
      Thread.onSpinWait(); // waiting would consume the interrupt
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(interruptedOther).isFalse();
    guard.run();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(guard.end()).isTrue();
  }

  @Test
  @DisplayName("S1: firing and ending race 100,000 times, and no interrupt of ours ever escapes")
  void race() throws Exception {
    int rounds = 100_000;
    AtomicReference<InterruptGuard> target = new AtomicReference<>();
    AtomicBoolean ended = new AtomicBoolean();
    Future<?> firing =
        other.submit(
            () -> {
              while (!ended.get()) {
                InterruptGuard guard = target.getAndSet(null);
                if (guard != null) {
                  guard.run();
                }
              }
            });
    int fired = 0;
    for (int round = 0; round < rounds; round++) {
      InterruptGuard guard = new InterruptGuard();
      target.set(guard);
      for (int spin = 0; spin < round % 64; spin++) {
        Thread.onSpinWait();
      }
      fired += guard.end() ? 1 : 0;
      // The other thread may hold this guard still, and must not interrupt any more.
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
    ended.set(true);
    firing.get(30, TimeUnit.SECONDS);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(fired).isPositive();
  }

  /** A thread whose interrupt() is not to be trusted; overriding it is allowed. */
  private static final class Stubborn extends Thread {
    Stubborn(Runnable task) {
      super(task, "stubborn");
      setDaemon(true);
    }

    @Override
    public void interrupt() {
      throw new SecurityException("expected by the test");
    }
  }

  @Test
  @DisplayName("a thread whose interrupt() throws is not left spinning at the end")
  void interruptThatThrows() throws Exception {
    CountDownLatch made = new CountDownLatch(1);
    CountDownLatch fired = new CountDownLatch(1);
    InterruptGuard[] guard = new InterruptGuard[1];
    Stubborn stubborn =
        new Stubborn(
            () -> {
              guard[0] = new InterruptGuard();
              made.countDown();
              try {
                fired.await();
              } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
              }
              guard[0].end();
            });
    stubborn.start();
    assertThat(made.await(30, TimeUnit.SECONDS)).isTrue();
    try {
      guard[0].run();
    } catch (SecurityException thrown) {
      assertThat(thrown).hasMessage("expected by the test");
    }
    fired.countDown();
    await().atMost(Duration.ofSeconds(10)).until(() -> !stubborn.isAlive());
  }

  @Test
  @DisplayName("the watchdog survives a thread whose interrupt() throws, and goes on watching")
  void watchdogSurvives() throws Exception {
    try (SystemRuntime runtime = SystemRuntime.create()) {
      CallWatcher watcher = CallWatcher.of(runtime);
      AtomicBoolean stubbornTimedOut = new AtomicBoolean();
      Stubborn stubborn =
          new Stubborn(
              () -> {
                // Nothing tells this thread that its time is up, so it looks again and again.
                while (!stubbornTimedOut.get()) {
                  long start = System.nanoTime();
                  Object watch = watcher.begin(start, 1_000_000);
                  while (System.nanoTime() - start < 20_000_000) {
                    Thread.onSpinWait();
                  }
                  stubbornTimedOut.set(watcher.end(watch));
                }
              });
      stubborn.start();
      await().atMost(Duration.ofSeconds(10)).until(() -> !stubborn.isAlive());
      assertThat(stubbornTimedOut).isTrue();

      Object watch = watcher.begin(System.nanoTime(), 1_000_000);
      long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (!Thread.currentThread().isInterrupted() && System.nanoTime() < limit) {
        Thread.onSpinWait();
      }
      assertThat(watcher.end(watch)).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }
}
