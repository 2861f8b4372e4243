package io.firmitas.tck.rules.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Rule;
import io.firmitas.timeout.Timeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Timers and sleeps of a runtime. */
public abstract class RealRuntimeRules extends RealTimeScenario {
  private static final Duration PROMPT = millis(100);

  /** Longer than {@link #PROMPT}: what is late by the age of the runtime is not prompt then. */
  private static final Duration AGE = millis(120);

  private static void await(CountDownLatch latch, String what) throws InterruptedException {
    // Shorter than any time after which a thread might look for work without having been woken.
    assertTrue(latch.await(8, TimeUnit.SECONDS), what);
  }

  @Test
  @Rule("PR-07")
  @DisplayName("a timer runs that comes before the one waited for")
  void earlierThanWaitedFor() throws Exception {
    for (long far : new long[] {HOUR.toNanos(), Long.MAX_VALUE, seconds(9).toNanos()}) {
      PolicyRuntime.Timer later = runtime().schedule(far, () -> {});
      runtime().sleep(millis(3).toNanos());
      CountDownLatch ran = new CountDownLatch(1);
      Stopwatch watch = stopwatch();
      runtime()
          .schedule(
              millis(5).toNanos(),
              () -> {
                if (watch.elapsed().compareTo(millis(5)) >= 0) {
                  ran.countDown();
                }
              });
      await(ran, "the timer runs, and not early");
      assertTrue(later.cancel());
    }
  }

  @Test
  @Rule("PR-07")
  @DisplayName("of many timers none is early, all run, and those taken back do not")
  void manyTimers() throws Exception {
    List<Integer> delays = new ArrayList<>();
    for (int delay = 0; delay < 150; delay++) {
      delays.add(delay);
    }
    Collections.shuffle(delays, new Random(3));
    Set<Integer> early = ConcurrentHashMap.newKeySet();
    Set<Integer> ran = ConcurrentHashMap.newKeySet();
    Set<Integer> kept = ConcurrentHashMap.newKeySet();
    CountDownLatch all = new CountDownLatch(1);
    for (int delay : delays) {
      Stopwatch watch = stopwatch();
      PolicyRuntime.Timer timer =
          runtime()
              .schedule(
                  delay * 500_000L,
                  () -> {
                    // Before it counts as run, so that the test finds it here afterwards.
                    if (watch.elapsed().compareTo(nanos(delay * 500_000L)) < 0) {
                      early.add(delay);
                    }
                    ran.add(delay);
                  });
      if (delay % 3 != 0 || !timer.cancel()) {
        kept.add(delay);
      }
    }
    runtime().schedule(millis(90).toNanos(), all::countDown);
    await(all, "the last timer runs");

    awaitUntil("all that were kept have run", () -> ran.containsAll(kept));
    assertEquals(kept, ran);
    assertEquals(Set.of(), early);
  }

  @Test
  @Rule("PR-07")
  @DisplayName("while a timer's task runs, others set and cancel timers")
  void noLockIsHeld() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch set = new CountDownLatch(1);
    CountDownLatch ran = new CountDownLatch(1);
    runtime()
        .schedule(
            0,
            () -> {
              running.countDown();
              try {
                if (set.await(8, TimeUnit.SECONDS)) {
                  ran.countDown();
                }
              } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            });
    await(running, "the task runs");

    assertTrue(runtime().schedule(HOUR.toNanos(), () -> {}).cancel());
    set.countDown();

    await(ran, "the task saw it");
  }

  @Test
  @Rule("PR-05")
  @DisplayName(
      "closing abandons every timer once, also when one throws; then each thread is refused")
  void closing() {
    int number = 40;
    List<Integer> abandoned = new CopyOnWriteArrayList<>();
    for (int index = 0; index < number; index++) {
      int each = index;
      long delay = Math.min(HOUR.toNanos(), 30_000_000_000L << (index / 2));
      runtime()
          .schedule(
              delay <= 0 ? Long.MAX_VALUE : delay,
              new ScheduledTask() {
                @Override
                public void run() {
                  abandoned.add(-1);
                }

                @Override
                public void abandoned(RejectedExecutionException reason) {
                  abandoned.add(each);
                  if (each == 5) {
                    throw new IllegalStateException("expected by a test of the conformance kit");
                  }
                }
              });
    }

    runtime().close();

    assertEquals(number, abandoned.size());
    assertEquals(number, Set.copyOf(abandoned).size());
    try (Crowd crowd =
        Crowd.of(
            2,
            () ->
                assertThrows(
                    RejectedExecutionException.class,
                    () -> runtime().schedule(HOUR.toNanos(), () -> {})))) {
      assertEquals(2, crowd.succeeded());
    }
  }

  @Test
  @Rule("RL-11")
  @DisplayName("limits and timers come as a rule at once, also those of a runtime that is not new")
  void prompt() throws Exception {
    Timeout timeout = limit(millis(2));
    CountDownLatch first = new CountDownLatch(1);
    runtime().schedule(0, first::countDown);
    await(first, "timers run");
    runtime().sleep(AGE.toNanos());

    assertOnceAtOnce("a sleep", () -> runtime().sleep(millis(2).toNanos()));
    assertOnceAtOnce(
        "a timer",
        () -> {
          CountDownLatch ran = new CountDownLatch(1);
          runtime().schedule(millis(2).toNanos(), ran::countDown);
          await(ran, "timers run");
        });
    assertOnceAtOnce("a limit", () -> assertTimedOut("limit", () -> timeout.call(this::blocked)));
  }

  private interface Waiting {
    void run() throws Exception;
  }

  /** A busy machine is late sometimes, and a bad runtime always. */
  private void assertOnceAtOnce(String what, Waiting waiting) throws Exception {
    List<Duration> times = new ArrayList<>();
    for (int tries = 0; tries < 100; tries++) {
      Stopwatch watch = stopwatch();
      waiting.run();
      Duration time = watch.elapsed();
      if (time.compareTo(PROMPT) < 0) {
        return;
      }
      times.add(time);
    }
    throw new AssertionError(what + " of 2 ms has taken " + times);
  }

  @Test
  @Rule("RL-11")
  @DisplayName("a thread that sleeps uses no processor time")
  void sleepsWithoutSpinning() {
    AtomicReference<Thread> sleeper = new AtomicReference<>();
    try (Crowd crowd =
        Crowd.of(
            1,
            () -> {
              sleeper.set(Thread.currentThread());
              return limit(HOUR).call(this::blocked);
            })) {
      awaitUntil(
          "a sleeping thread waits",
          () -> {
            Thread thread = sleeper.get();
            return thread != null && waits(thread);
          });
      crowd.interrupt();
      crowd.outcomes().get(0).assertFailed(InterruptedException.class);
    }
  }

  /** Whether a thread neither runs nor waits for a lock of the language. */
  static boolean waits(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }
}
