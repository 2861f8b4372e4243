package io.firmitas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A stepwise runtime")
@Timeout(30)
class StepwiseRuntimeTest {
  private final VirtualRuntime runtime = VirtualRuntime.stepwise();

  @AfterEach
  void nothingIsLeft() {
    assertThat(runtime.sleepers()).isZero();
    runtime.awaitTasks();
    assertThat(runtime.pendingTasks()).isZero();
  }

  /** A real thread that sleeps and tells at what virtual time it awoke, or how it failed. */
  private final class Sleeper {
    private final FutureTask<Duration> sleep;
    private final Thread thread;

    Sleeper(Duration time) {
      sleep =
          new FutureTask<>(
              () -> {
                runtime.sleep(time.toNanos());
                return runtime.elapsed();
              });
      thread = new Thread(sleep);
      thread.start();
    }
  }

  @Test
  @DisplayName("holds a sleeping thread until the clock has reached its wake-up time")
  void holdsSleepers() throws Exception {
    Sleeper sleeper = new Sleeper(Duration.ofSeconds(5));
    runtime.awaitSleepers(1);
    runtime.advance(Duration.ofSeconds(5).minusNanos(1));
    assertThat(runtime.sleepers()).isOne();
    runtime.advance(Duration.ofNanos(1));
    assertThat(runtime.sleepers()).isZero();
    assertThat(sleeper.sleep.get()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  @DisplayName("wakes only the threads whose time has come")
  void wakesSome() throws Exception {
    Sleeper first = new Sleeper(Duration.ofSeconds(1));
    Sleeper second = new Sleeper(Duration.ofSeconds(2));
    runtime.awaitSleepers(2);
    runtime.advance(Duration.ofSeconds(1));
    assertThat(first.sleep.get()).isEqualTo(Duration.ofSeconds(1));
    assertThat(runtime.sleepers()).isOne();
    runtime.advance(Duration.ofSeconds(1));
    assertThat(second.sleep.get()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  @DisplayName("fires timers in order on the advancing thread")
  void firesOnAdvancingThread() {
    List<String> log = new CopyOnWriteArrayList<>();
    Thread advancing = Thread.currentThread();
    runtime.schedule(2, () -> log.add("b" + (Thread.currentThread() == advancing)));
    runtime.schedule(1, () -> log.add("a" + (Thread.currentThread() == advancing)));
    runtime.advance(Duration.ofNanos(2));
    assertThat(log).containsExactly("atrue", "btrue");
  }

  @Test
  @DisplayName("ends a sleep by a real interrupt, and clears the flag")
  void interrupted() {
    Sleeper sleeper = new Sleeper(Duration.ofSeconds(1));
    runtime.awaitSleepers(1);
    sleeper.thread.interrupt();
    assertThatThrownBy(sleeper.sleep::get).hasCauseInstanceOf(InterruptedException.class);
  }

  @RepeatedTest(50)
  @DisplayName("lets a timer that is due at the end of a sleep interrupt it, every time")
  void interruptedAtTheEnd() {
    Sleeper sleeper = new Sleeper(Duration.ofSeconds(1));
    runtime.awaitSleepers(1);
    runtime.schedule(Duration.ofSeconds(1).toNanos(), sleeper.thread::interrupt);
    runtime.advance(Duration.ofSeconds(3));
    assertThatThrownBy(sleeper.sleep::get).hasCauseInstanceOf(InterruptedException.class);
  }

  @RepeatedTest(50)
  @DisplayName("never loses a thread that falls asleep while another one advances")
  void sleepRacesAdvance() throws Exception {
    Sleeper sleeper = new Sleeper(Duration.ofSeconds(1));
    while (!sleeper.sleep.isDone()) {
      runtime.advance(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }
    assertThat(sleeper.sleep.get()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  @DisplayName("runs each task on a thread of its own and awaits it really")
  void runsTasks() throws Exception {
    Gate gate = new Gate();
    CompletableFuture<Thread> first =
        runtime.submit(() -> gate.callable(Thread.currentThread()).call());
    CompletableFuture<Thread> second =
        runtime.submit(() -> gate.callable(Thread.currentThread()).call());
    gate.awaitArrivals(2);
    assertThat(runtime.pendingTasks()).isEqualTo(2);
    gate.open();
    assertThat(runtime.await(first)).isNotSameAs(runtime.await(second));
    runtime.awaitTasks();
    assertThat(runtime.tasksRun()).isEqualTo(2);
  }

  @Test
  @DisplayName("says when tasks are still running after the time a test gives them")
  void tasksStillRunning() {
    Gate gate = new Gate();
    CompletableFuture<String> held = runtime.submit(gate.callable("x"));
    gate.awaitArrivals(1);
    assertThat(runtime.awaitTasks(Duration.ofMillis(1))).isFalse();
    gate.open();
    assertThat(held.join()).isEqualTo("x");
  }

  @Test
  @DisplayName("keeps what a task throws")
  void failingTask() {
    AssertionError failure = new AssertionError("broken");
    runtime
        .executor()
        .execute(
            () -> {
              throw failure;
            });
    runtime.awaitTasks();
    assertThat(runtime.takeFailures()).containsExactly(failure);
  }

  @Test
  @DisplayName("is needed for sleepers: an auto-advancing one refuses to wait for them")
  void autoAdvancingHasNoSleepers() {
    VirtualRuntime auto = new VirtualRuntime();
    assertThat(auto.sleepers()).isZero();
    assertThatThrownBy(() -> auto.awaitSleepers(1)).isInstanceOf(IllegalStateException.class);
  }
}
