package io.firmitas.tck.rules.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.TimeoutExceeded;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Rule;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Synchronous timeouts of one thread, in real time. */
public abstract class RealTimeoutRules extends RealTimeScenario {
  private static final Duration LIMIT = millis(10);

  /** Ways in which calls wait; an interrupt ends each of them. */
  private enum Wait {
    SLEEP {
      @Override
      void untilInterrupted(PolicyRuntime runtime) throws InterruptedException {
        runtime.sleep(PATIENCE.toNanos());
      }
    },
    LATCH {
      @Override
      void untilInterrupted(PolicyRuntime runtime) throws InterruptedException {
        new CountDownLatch(1).await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
      }
    },
    PARK {
      @Override
      void untilInterrupted(PolicyRuntime runtime) throws InterruptedException {
        poll(runtime, () -> LockSupport.parkNanos(PATIENCE.toNanos()));
      }
    },
    SPIN {
      @Override
      void untilInterrupted(PolicyRuntime runtime) throws InterruptedException {
        poll(runtime, Thread::onSpinWait);
      }
    };

    abstract void untilInterrupted(PolicyRuntime runtime) throws InterruptedException;

    private static void poll(PolicyRuntime runtime, Runnable wait) throws InterruptedException {
      long start = runtime.nanoTime();
      while (!Thread.interrupted()) {
        if (runtime.nanoTime() - start > PATIENCE.toNanos()) {
          return;
        }
        wait.run();
      }
      throw new InterruptedException();
    }
  }

  @Test
  @Rule("RL-01")
  @DisplayName(
      "a call is interrupted at its limit, however it waits, not before, and the flag is clear"
          + " afterwards")
  void interruptedAtItsLimit() {
    Timeout timeout = limit(LIMIT);
    for (Wait wait : Wait.values()) {
      boolean[] interrupted = new boolean[1];
      Stopwatch watch = stopwatch();

      assertTimedOut(
          "limit",
          () ->
              timeout.call(
                  () -> {
                    try {
                      wait.untilInterrupted(runtime());
                    } catch (InterruptedException expected) {
                      watch.assertNotBefore(LIMIT);
                      interrupted[0] = true;
                      throw expected;
                    }
                    return "not interrupted";
                  }));

      assertTrue(interrupted[0], () -> "interrupted while it waits: " + wait);
    }
    assertNoInterruptWithin(millis(1));
  }

  @Test
  @Rule("RL-01")
  @DisplayName("the system runtime interrupts calls as well, also one that swallows the interrupt")
  void systemRuntimeInterrupts() {
    PolicyRuntime system = systemRuntime();
    Timeout timeout = create(Timeout.builder(LIMIT).name("system").runtime(system).config());
    Stopwatch watch = new Stopwatch(system);

    assertTimedOut(
        "system",
        () ->
            timeout.call(
                () -> {
                  assertInstanceOf(InterruptedException.class, failureOf(this::blocked));
                  watch.assertNotBefore(LIMIT);
                  return "late";
                }));
  }

  @Test
  @Rule("RL-01")
  @DisplayName("H2: after each of many timeouts the thread is as good as new")
  void threadIsUsedAgain() throws Exception {
    Timeout shortly = limit(millis(2));
    Timeout hour = limit(HOUR);
    for (int repeat = 0; repeat < 8; repeat++) {
      Stopwatch watch = stopwatch();
      assertTimedOut("limit", () -> shortly.call(this::blocked));
      watch.assertNotBefore(millis(2));
      assertEquals("page", hour.call(() -> "page"));
    }
    hour.call(
        () -> {
          assertNoInterruptWithin(millis(10));
          return "page";
        });
  }

  @Test
  @Rule("RL-02")
  @DisplayName(
      "S1: a call that has ended is not interrupted when its limit comes, and the next one is")
  void endedBeforeItsLimit() {
    Timeout timeout = limit(LIMIT);
    for (int repeat = 0; repeat < 2; repeat++) {
      for (int call = 0; call < 100; call++) {
        failureOf(() -> timeout.call(() -> "page")); // unless the thread was held up
      }
      assertNoInterruptWithin(LIMIT.multipliedBy(3));
    }

    Stopwatch watch = stopwatch();
    assertTimedOut("limit", () -> timeout.call(this::blocked));
    watch.assertNotBefore(LIMIT);
  }

  @Test
  @Rule("RL-02")
  @DisplayName("S1: of calls that end at about their limit none leaves an interrupt behind")
  void endedAboutItsLimit() {
    Timeout timeout = limit(millis(1));
    for (int call = 0; call < 40; call++) {
      Duration length = nanos(900_000 + call * 5_000L);
      Stopwatch watch = stopwatch();

      Throwable failure =
          failureOf(
              () ->
                  timeout.call(
                      () -> {
                        watch.spinUntil(length);
                        return "page";
                      }));

      assertFalse(Thread.currentThread().isInterrupted(), "the flag is set");
      if (failure != null) {
        watch.assertNotBefore(millis(1));
        assertInstanceOf(TimeoutExceededException.class, failure);
      }
    }
    assertTimedOut("limit", () -> timeout.call(this::busyUntilInterrupted));
    assertNoInterruptWithin(millis(3));
  }

  @Test
  @Rule("RL-03")
  @DisplayName("F1 H5: a foreign interrupt before the limit leaves as it is, and is no timeout")
  void foreignBefore() {
    Timeout timeout = limit(HOUR);
    Thread caller = Thread.currentThread();
    InterruptedException[] thrown = new InterruptedException[1];

    Throwable failure =
        failureOf(
            () ->
                timeout.call(
                    () -> {
                      runtime().schedule(millis(2).toNanos(), caller::interrupt);
                      try {
                        return blocked();
                      } catch (InterruptedException interrupt) {
                        thrown[0] = interrupt;
                        throw interrupt;
                      }
                    }));

    assertInstanceOf(InterruptedException.class, failure);
    assertSame(thrown[0], failure);
    assertEquals(List.of(), events.of(TimeoutExceeded.class));
  }

  @Test
  @Rule("RL-03")
  @DisplayName(
      "F1 H5: a flag that somebody set is still set afterwards, whether the call ended in time or"
          + " was interrupted by its timeout as well")
  void foreignFlagStays() throws Exception {
    limit(HOUR)
        .call(
            () -> {
              Thread.currentThread().interrupt();
              return "page";
            });
    assertTrue(Thread.interrupted(), "the flag of a call that ended in time");

    Timeout timeout = limit(millis(5));
    boolean[] before = new boolean[1];
    for (int tries = 0; !before[0]; tries++) {
      assertTrue(tries < 1_000, "this machine is too busy to do anything within 5 ms");
      Stopwatch watch = stopwatch();
      failureOf(
          () ->
              timeout.call(
                  () -> {
                    Thread.currentThread().interrupt();
                    before[0] = watch.elapsed().compareTo(millis(5)) < 0;
                    watch.spinUntil(millis(25));
                    return "late";
                  }));
      assertTrue(Thread.interrupted() || !before[0], "the flag from before our interrupt");
    }
  }

  @Test
  @Rule("RL-03")
  @DisplayName("F1 H5: a flag that was set before the call is still set after a timeout")
  void foreignFlagFromBefore() {
    Timeout timeout = limit(millis(5));
    Thread.currentThread().interrupt();
    Stopwatch watch = stopwatch();

    failureOf(
        () ->
            timeout.call(
                () -> {
                  watch.spinUntil(millis(25));
                  return "late";
                }));

    assertTrue(Thread.interrupted(), "the flag from before the call");
  }

  @Test
  @Rule("RL-03")
  @DisplayName("a foreign interrupt after a timeout is found by what the thread does next")
  void foreignAfter() {
    Timeout timeout = limit(millis(2));
    assertTimedOut("limit", () -> timeout.call(this::blocked));

    Thread.currentThread().interrupt();

    assertInstanceOf(InterruptedException.class, failureOf(() -> limit(HOUR).call(this::blocked)));
    assertEquals(1, events.of(TimeoutExceeded.class).size());
  }

  @Test
  @Rule("RL-04")
  @DisplayName("of one to six nested timeouts the one whose time is up ends the call, and no other")
  void nested() {
    for (int depth = 1; depth <= 6; depth++) {
      for (int shortest = 0; shortest < depth; shortest++) {
        List<Policy<Object>> outermostFirst = new ArrayList<>();
        for (int level = 0; level < depth; level++) {
          outermostFirst.add(level == shortest ? limit("short", millis(5)) : limit(HOUR));
        }
        Policy<Object> policy = wrap(outermostFirst);
        events.clear();
        Stopwatch watch = stopwatch();

        assertTimedOut("short", () -> policy.call(this::blocked));

        watch.assertNotBefore(millis(5));
        assertEquals(
            List.of("short"),
            events.of(TimeoutExceeded.class).stream().map(TimeoutExceeded::policy).toList());
      }
    }
    assertNoInterruptWithin(millis(5));
  }

  @Test
  @Rule("RL-04")
  @DisplayName("when several nested timeouts are up at once, no interrupt of any is left")
  void allUpAtOnce() {
    for (int depth = 2; depth <= 6; depth++) {
      List<Policy<Object>> outermostFirst = new ArrayList<>();
      for (int level = 0; level < depth; level++) {
        outermostFirst.add(limit(millis(3)));
      }
      Policy<Object> policy = wrap(outermostFirst);
      Stopwatch watch = stopwatch();

      assertTimedOut(
          "limit",
          () ->
              policy.call(
                  () -> {
                    String end = busyUntilInterrupted();
                    watch.spinUntil(millis(10)); // the others come meanwhile
                    return end;
                  }));
    }
    assertNoInterruptWithin(millis(5));
  }

  @SuppressWarnings("unchecked") // an array of policies of one type
  private static Policy<Object> wrap(List<Policy<Object>> outermostFirst) {
    return Policies.wrap((Policy<Object>[]) outermostFirst.toArray(new Policy<?>[0]));
  }

  @Test
  @Rule("RL-06")
  @DisplayName("withoutInterrupt, a call is not interrupted, and returns late with the exception")
  void withoutInterrupt() {
    Timeout timeout =
        create(
            Timeout.builder(millis(3))
                .name("patient")
                .withoutInterrupt()
                .runtime(runtime())
                .config());
    Stopwatch watch = stopwatch();

    assertTimedOut(
        "patient",
        () ->
            timeout.call(
                () -> {
                  assertNoInterruptWithin(LIMIT);
                  return "late";
                }));

    watch.assertNotBefore(LIMIT);
  }

  @Test
  @Rule("RL-07")
  @DisplayName(
      "a closed runtime refuses a call under a timeout, again and again, without making it")
  void closedRuntime() {
    Timeout timeout = limit(HOUR);
    assertNull(failureOf(() -> timeout.call(() -> "page")));

    runtime().close();

    List<String> made = new CopyOnWriteArrayList<>();
    for (int call = 0; call < 6; call++) {
      assertInstanceOf(
          RejectedExecutionException.class, failureOf(() -> timeout.call(() -> made.add("call"))));
    }
    try (Crowd others = Crowd.of(2, () -> timeout.call(() -> made.add("call")))) {
      assertEquals(2, others.failedWith(RejectedExecutionException.class));
    }
    assertEquals(List.of(), made);
  }
}
