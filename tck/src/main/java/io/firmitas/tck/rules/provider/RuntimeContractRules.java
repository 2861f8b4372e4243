package io.firmitas.tck.rules.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The provider's own runtimes, in real time. */
@Tag("realtime")
public abstract class RuntimeContractRules extends Scenario {
  private static final long HOUR = Duration.ofHours(1).toNanos();

  @Test
  @Rule("PR-04")
  @DisplayName("the system runtime is always the same, and closing it does nothing")
  void alwaysTheSame() throws Exception {
    PolicyRuntime runtime = systemRuntime();

    runtime.close();

    assertSame(runtime, systemRuntime());
    CountDownLatch ran = new CountDownLatch(1);
    runtime.schedule(0, ran::countDown);
    assertTrue(ran.await(10, TimeUnit.SECONDS), "the system runtime still runs timers");
  }

  @Test
  @Rule("PR-05")
  @DisplayName("each new runtime is another one, and none is the system's")
  void newEachTime() {
    try (PolicyRuntime first = newRuntime();
        PolicyRuntime second = newRuntime()) {
      assertNotSame(first, second);
      assertNotSame(first, systemRuntime());
      assertNotSame(second, systemRuntime());
    }
  }

  @Test
  @Rule("PR-05")
  @DisplayName("a closed runtime abandons what is scheduled and refuses what is new")
  void closedRuntime() {
    PolicyRuntime runtime = newRuntime();
    List<String> told = new CopyOnWriteArrayList<>();
    runtime.schedule(
        HOUR,
        new ScheduledTask() {
          @Override
          public void run() {
            told.add("run");
          }

          @Override
          public void abandoned(RejectedExecutionException reason) {
            told.add("abandoned");
          }
        });

    runtime.close();

    assertEquals(List.of("abandoned"), told);
    assertThrows(RejectedExecutionException.class, () -> runtime.schedule(HOUR, () -> {}));
    assertTrue(runtime.submit(() -> "never").isCompletedExceptionally());
  }

  @Test
  @Rule("PR-06")
  @DisplayName("T73: the monotonic clock never goes backwards")
  void monotonic() {
    try (PolicyRuntime runtime = newRuntime()) {
      long before = runtime.nanoTime();
      for (int index = 0; index < 100_000; index++) {
        long now = runtime.nanoTime();
        assertTrue(now - before >= 0);
        before = now;
      }
    }
  }

  @Test
  @Rule("PR-06")
  @DisplayName(
      "sleep takes at least its time, and ends with InterruptedException when the flag is set or"
          + " comes")
  void sleep() throws Exception {
    try (PolicyRuntime runtime = newRuntime()) {
      long start = runtime.nanoTime();
      runtime.sleep(1_000_000);
      assertTrue(runtime.nanoTime() - start >= 1_000_000);

      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> runtime.sleep(HOUR));
      assertFalse(Thread.currentThread().isInterrupted());
      Thread sleeper = Thread.currentThread();
      runtime.schedule(1_000_000, sleeper::interrupt);
      assertThrows(InterruptedException.class, () -> runtime.sleep(HOUR));
    }
  }

  @Test
  @Rule("PR-06")
  @DisplayName("a timer is cancelled once, and does not run then")
  void cancelledTimer() throws Exception {
    try (PolicyRuntime runtime = newRuntime()) {
      List<String> ran = new CopyOnWriteArrayList<>();
      PolicyRuntime.Timer cancelled = null;
      for (int tries = 0; cancelled == null; tries++) {
        assertTrue(tries < 100, "of a hundred timers none could be cancelled");
        PolicyRuntime.Timer timer = runtime.schedule(20_000_000, () -> ran.add("timer"));
        if (timer.cancel()) {
          cancelled = timer;
        } else {
          ran.clear(); // this thread was held up for longer than the timer's delay
        }
      }
      assertFalse(cancelled.cancel());
      CountDownLatch later = new CountDownLatch(1);
      runtime.schedule(40_000_000, later::countDown);
      assertTrue(later.await(10, TimeUnit.SECONDS), "timers run");

      assertEquals(List.of(), ran);
    }
  }

  @Test
  @Rule("PR-07")
  @DisplayName("timers run in the order in which they come due, and not early")
  void order() throws Exception {
    try (PolicyRuntime runtime = newRuntime()) {
      boolean compared = false;
      for (int tries = 0; !compared; tries++) {
        assertTrue(tries < 100, "this machine is too busy to set two timers within 30 ms");
        List<String> ran = new CopyOnWriteArrayList<>();
        CountDownLatch both = new CountDownLatch(2);
        long[] end = new long[1];
        long start = runtime.nanoTime();
        runtime.schedule(
            40_000_000,
            () -> {
              end[0] = runtime.nanoTime();
              ran.add("second");
              both.countDown();
            });
        runtime.schedule(
            10_000_000,
            () -> {
              ran.add("first");
              both.countDown();
            });
        compared = runtime.nanoTime() - start < 30_000_000;
        assertTrue(both.await(10, TimeUnit.SECONDS), "timers run");

        assertTrue(end[0] - start >= 40_000_000, "not early");
        assertTrue(!compared || ran.equals(List.of("first", "second")), ran.toString());
      }
    }
  }

  @Test
  @Rule("PR-07")
  @DisplayName("a task that throws does not stop the timers after it")
  void throwingTimer() throws Exception {
    try (PolicyRuntime runtime = newRuntime()) {
      CountDownLatch done = new CountDownLatch(1);
      runtime.schedule(
          0,
          () -> {
            throw new IllegalStateException("expected by a test of the conformance kit");
          });
      runtime.schedule(1_000_000, done::countDown);

      assertTrue(done.await(10, TimeUnit.SECONDS), "timers run on");
    }
  }

  @Test
  @Rule({"PR-06", "AS-10"})
  @DisplayName("a submitted task runs on another thread, and cancelling it interrupts it")
  void submit() throws Exception {
    try (PolicyRuntime runtime = newRuntime()) {
      Thread caller = Thread.currentThread();
      assertNotSame(caller, runtime.submit(Thread::currentThread).get(10, TimeUnit.SECONDS));
      CountDownLatch started = new CountDownLatch(1);
      CountDownLatch interrupted = new CountDownLatch(1);
      CompletableFuture<String> future =
          runtime.submit(
              () -> {
                started.countDown();
                try {
                  runtime.sleep(HOUR);
                  return "not interrupted";
                } catch (InterruptedException expected) {
                  interrupted.countDown();
                  throw expected;
                }
              });
      assertTrue(started.await(10, TimeUnit.SECONDS), "the task starts");

      future.cancel(true);

      assertTrue(interrupted.await(10, TimeUnit.SECONDS), "the task is interrupted");
    }
  }
}
