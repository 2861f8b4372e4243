package io.firmitas.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An auto-advancing runtime")
class AutoAdvancingRuntimeTest {
  private final VirtualRuntime runtime = new VirtualRuntime();
  private final List<String> log = new ArrayList<>();

  @AfterEach
  void noInterruptEscapes() {
    assertThat(Thread.interrupted()).isFalse();
  }

  private void note(String what) {
    log.add(what + "@" + runtime.elapsed().toSeconds());
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  @Test
  @DisplayName("sleeps to the exact end without taking real time")
  void sleepsExactly() throws Exception {
    long before = runtime.nanoTime();
    runtime.sleep(seconds(3_600) + 1);
    assertThat(runtime.nanoTime() - before).isEqualTo(seconds(3_600) + 1);
  }

  @Test
  @DisplayName(
      "fires the timers on the way by due time, then by order of scheduling, at their due time")
  void firesInOrder() throws Exception {
    runtime.schedule(seconds(3), () -> note("c"));
    runtime.schedule(seconds(2), () -> note("a"));
    runtime.schedule(seconds(2), () -> note("b"));
    runtime.schedule(seconds(5), () -> note("end"));
    runtime.schedule(seconds(5) + 1, () -> note("late"));
    runtime.sleep(seconds(5));
    assertThat(log).containsExactly("a@2", "b@2", "c@3", "end@5");
    assertThat(runtime.pendingTimers()).isOne();
  }

  @Test
  @DisplayName("fires a timer that a timer has scheduled, when it is due on the way")
  void firesTimersOfTimers() throws Exception {
    runtime.schedule(seconds(1), () -> runtime.schedule(seconds(1), () -> note("second")));
    runtime.sleep(seconds(2));
    assertThat(log).containsExactly("second@2");
  }

  @Test
  @DisplayName("does not fire a cancelled timer, and says whether cancelling came in time")
  void cancelsTimers() throws Exception {
    var cancelled = runtime.schedule(seconds(1), () -> note("cancelled"));
    var fired = runtime.schedule(seconds(1), () -> note("fired"));
    assertThat(cancelled.cancel()).isTrue();
    assertThat(cancelled.cancel()).isFalse();
    runtime.sleep(seconds(1));
    assertThat(fired.cancel()).isFalse();
    assertThat(log).containsExactly("fired@1");
  }

  @Test
  @DisplayName("returns at once from a sleep of zero or less, without firing timers")
  void sleepsOfZero() throws Exception {
    runtime.schedule(0, () -> note("now"));
    runtime.sleep(0);
    runtime.sleep(-1);
    assertThat(log).isEmpty();
    assertThat(runtime.elapsed()).isZero();
  }

  @Test
  @DisplayName(
      "refuses to sleep, even for zero, when the thread is interrupted, and clears the flag")
  void interruptedBefore() {
    for (long nanos : new long[] {0, seconds(1)}) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> runtime.sleep(nanos)).isInstanceOf(InterruptedException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
    assertThat(runtime.elapsed()).isZero();
  }

  @Test
  @DisplayName("ends a sleep at the moment when a timer interrupts it")
  void interruptedByTimer() {
    Thread sleeper = Thread.currentThread();
    runtime.schedule(seconds(2), sleeper::interrupt);
    runtime.schedule(seconds(3), () -> note("later"));
    assertThatThrownBy(() -> runtime.sleep(seconds(5))).isInstanceOf(InterruptedException.class);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(2));
    assertThat(log).isEmpty();
  }

  @Test
  @DisplayName("lets a timer that is due exactly at the end of a sleep interrupt it")
  void interruptedAtTheEnd() {
    runtime.schedule(seconds(5), Thread.currentThread()::interrupt);
    assertThatThrownBy(() -> runtime.sleep(seconds(5))).isInstanceOf(InterruptedException.class);
  }

  @Test
  @DisplayName("lets a timer sleep; the outer sleep ends when its own time has passed as well")
  void nestedSleep() throws Exception {
    runtime.schedule(
        seconds(1),
        () -> {
          sleepUnchecked(seconds(3));
          note("inner");
        });
    runtime.schedule(seconds(2), () -> note("between"));
    runtime.sleep(seconds(2));
    assertThat(log).containsExactly("between@2", "inner@4");
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  @DisplayName("awaits a stage by firing timers until it is done, and no further")
  void awaitsTimers() throws Exception {
    CompletableFuture<String> stage = new CompletableFuture<>();
    runtime.schedule(seconds(1), () -> note("tick"));
    runtime.schedule(seconds(2), () -> stage.complete("done"));
    runtime.schedule(seconds(3), () -> note("later"));
    assertThat(runtime.await(stage)).isEqualTo("done");
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(2));
    assertThat(log).containsExactly("tick@1");
  }

  @Test
  @DisplayName("queues tasks and runs them when it awaits, before any timer")
  void awaitsTasks() throws Exception {
    runtime.schedule(0, () -> note("timer"));
    CompletableFuture<String> first = runtime.submit(() -> "first");
    CompletableFuture<String> second =
        runtime.submit(
            () -> {
              runtime.sleep(seconds(4));
              return "second";
            });
    assertThat(runtime.pendingTasks()).isEqualTo(2);
    assertThat(runtime.await(first.thenCombine(second, String::concat))).isEqualTo("firstsecond");
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(4));
    assertThat(runtime.pendingTasks()).isZero();
    assertThat(runtime.tasksRun()).isEqualTo(2);
  }

  @Test
  @DisplayName("lets a task await a stage that another task completes")
  void nestedAwait() throws Exception {
    CompletableFuture<String> inner = new CompletableFuture<>();
    CompletableFuture<String> outer = runtime.submit(() -> runtime.<String>await(inner) + "!");
    runtime.executor().execute(() -> inner.complete("inner"));
    assertThat(runtime.await(outer)).isEqualTo("inner!");
  }

  @Test
  @DisplayName("says that it would wait for ever instead of doing so, and shows what tasks threw")
  void neverDone() {
    IOException lost = new IOException("lost");
    runtime.executor().execute(() -> sneakyThrow(lost));
    assertThatThrownBy(() -> runtime.await(new CompletableFuture<>()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("would wait for ever: no timer or task is pending")
        .hasSuppressedException(lost);
  }

  @Test
  @DisplayName("throws the unwrapped failure of an awaited stage")
  void awaitsFailure() {
    IOException failure = new IOException("no");
    CompletableFuture<Object> stage = new CompletableFuture<>();
    runtime.schedule(1, () -> stage.completeExceptionally(failure));
    assertThatThrownBy(() -> runtime.await(stage.thenApply(x -> x))).isSameAs(failure);
  }

  @Test
  @DisplayName("cancels the awaited stage when the thread is interrupted")
  void awaitInterrupted() {
    CompletableFuture<Object> stage = new CompletableFuture<>();
    runtime.schedule(seconds(1), Thread.currentThread()::interrupt);
    assertThatThrownBy(() -> runtime.await(stage)).isInstanceOf(InterruptedException.class);
    assertThat(stage).isCancelled();
  }

  @Test
  @DisplayName("returns the value of a stage that is done although the thread is interrupted")
  void awaitDone() throws Exception {
    Thread.currentThread().interrupt();
    assertThat(runtime.await(CompletableFuture.completedFuture("value"))).isEqualTo("value");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName("keeps interrupts of a task within the task")
  void interruptsStayInTask() throws Exception {
    runtime.executor().execute(() -> Thread.currentThread().interrupt());
    runtime
        .executor()
        .execute(() -> note("interrupted: " + Thread.currentThread().isInterrupted()));
    runtime.runPending();
    assertThat(log).containsExactly("interrupted: false@0");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  @DisplayName("cancels a sleeping task by a timer, as a detached timeout does")
  void detachedTimeout() {
    CompletableFuture<String> call =
        runtime.submit(
            () -> {
              runtime.sleep(seconds(60));
              return "late";
            });
    runtime.schedule(seconds(2), () -> call.cancel(true));
    assertThatThrownBy(() -> runtime.await(call)).isInstanceOf(CancellationException.class);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  @DisplayName("cancels a sleeping task by a task that a timer starts")
  void detachedTimeoutOnExecutor() {
    CompletableFuture<String> call =
        runtime.submit(
            () -> {
              runtime.sleep(seconds(60));
              return "late";
            });
    runtime.schedule(seconds(2), () -> runtime.executor().execute(() -> call.cancel(true)));
    assertThatThrownBy(() -> runtime.await(call)).isInstanceOf(CancellationException.class);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  @DisplayName("cancels a task that awaits a stage, and the stage with it")
  void cancelsAwaitingTask() {
    CompletableFuture<String> inner = new CompletableFuture<>();
    CompletableFuture<String> outer = runtime.submit(() -> runtime.await(inner));
    runtime.schedule(seconds(2), () -> runtime.executor().execute(() -> outer.cancel(true)));
    assertThatThrownBy(() -> runtime.await(outer)).isInstanceOf(CancellationException.class);
    assertThat(inner).isCancelled();
  }

  @Test
  @DisplayName("lets tasks sleep at the same time")
  void tasksSleepTogether() throws Exception {
    CompletableFuture<Object> first = sleeping(2);
    CompletableFuture<Object> second = sleeping(3);
    runtime.await(CompletableFuture.allOf(first, second));
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  private CompletableFuture<Object> sleeping(long seconds) {
    return runtime.submit(
        () -> {
          runtime.sleep(seconds(seconds));
          return "slept";
        });
  }

  @Test
  @DisplayName("advances by firing timers and running the tasks they start")
  void advances() {
    runtime.schedule(seconds(1), () -> runtime.executor().execute(() -> note("task")));
    runtime.schedule(seconds(2), () -> note("timer"));
    runtime.advance(Duration.ofSeconds(10));
    assertThat(log).containsExactly("task@1", "timer@2");
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  @DisplayName("keeps what a timer throws and goes on")
  void failingTimer() throws Exception {
    IllegalStateException failure = new IllegalStateException("broken");
    runtime.schedule(
        1,
        () -> {
          throw failure;
        });
    runtime.schedule(2, () -> note("next"));
    runtime.sleep(3);
    assertThat(log).containsExactly("next@0");
    assertThat(runtime.takeFailures()).containsExactly(failure);
    assertThat(runtime.takeFailures()).isEmpty();
  }

  @Test
  @DisplayName("runs a million immediate tasks, each started by the one before, in constant stack")
  void millionTasks() throws Exception {
    CompletableFuture<String> done = new CompletableFuture<>();
    runtime.executor().execute(new Countdown(1_000_000, done));
    assertThat(runtime.await(done)).isEqualTo("done");
  }

  private final class Countdown implements Runnable {
    private final CompletableFuture<String> done;
    private int left;

    Countdown(int left, CompletableFuture<String> done) {
      this.left = left;
      this.done = done;
    }

    @Override
    public void run() {
      if (--left == 0) {
        done.complete("done");
      } else {
        runtime.executor().execute(this);
      }
    }
  }

  private void sleepUnchecked(long nanos) {
    try {
      runtime.sleep(nanos);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> void sneakyThrow(Throwable failure) throws X {
    throw (X) failure;
  }
}
