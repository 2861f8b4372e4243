package io.firmitas.tck.rules.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Rule;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Timeouts of many threads, in real time. */
public abstract class RealThreadsRules extends RealTimeScenario {
  private static final int MANY = 24;

  @Test
  @Rule("RL-05")
  @DisplayName(
      "each of many threads is interrupted at its own limit, in whatever order the limits come")
  void orders() {
    assertInterruptedEachAtItsLimit(4, 8, 12, 16, 20, 24);
    assertInterruptedEachAtItsLimit(24, 20, 16, 12, 8, 4);
    assertInterruptedEachAtItsLimit(12, 24, 4, 16, 8, 20);
    assertInterruptedEachAtItsLimit(8, 8, 8, 8, 8, 8);
  }

  /** Each thread begins its call when that before it is inside. */
  private void assertInterruptedEachAtItsLimit(long... limits) {
    CountDownLatch[] inside = new CountDownLatch[limits.length];
    for (int index = 0; index < limits.length; index++) {
      inside[index] = new CountDownLatch(1);
    }
    Timeout[] timeouts = new Timeout[limits.length];
    for (int index = 0; index < limits.length; index++) {
      timeouts[index] = limit(millis(limits[index]));
    }
    AtomicInteger number = new AtomicInteger();
    try (Crowd crowd =
        Crowd.of(
            limits.length,
            () -> {
              int index = number.getAndIncrement();
              if (index > 0) {
                assertTrue(inside[index - 1].await(10, TimeUnit.SECONDS));
              }
              Stopwatch watch = stopwatch();
              assertTimedOut(
                  "limit",
                  () ->
                      timeouts[index].call(
                          () -> {
                            inside[index].countDown();
                            return blocked();
                          }));
              watch.assertNotBefore(millis(limits[index]));
              return "interrupted";
            })) {
      crowd.outcomes().forEach(outcome -> outcome.assertReturned("interrupted"));
    }
  }

  @Test
  @Rule("RL-05")
  @DisplayName(
      "a limit is kept that comes before the one waited for, and also when nothing was waited for"
          + " a while")
  void earlierThanWaitedFor() throws Exception {
    Timeout hour = limit(HOUR);
    Timeout shortly = limit(millis(5));
    CountDownLatch inside = new CountDownLatch(1);
    try (Crowd crowd =
        Crowd.of(
            1,
            () ->
                hour.call(
                    () -> {
                      inside.countDown();
                      return blocked();
                    }))) {
      assertTrue(inside.await(10, TimeUnit.SECONDS));
      for (int repeat = 0; repeat < 3; repeat++) {
        Stopwatch watch = stopwatch();
        assertTimedOut("limit", () -> shortly.call(this::blocked));
        watch.assertNotBefore(millis(5));
        assertNoInterruptWithin(millis(10));
      }

      crowd.interrupt();

      crowd.outcomes().get(0).assertFailed(InterruptedException.class);
    }
    assertNoInterruptWithin(millis(30));
    assertTimedOut("limit", () -> shortly.call(this::blocked));
  }

  @Test
  @Rule("RL-05")
  @DisplayName("threads that come and go leave the calls of the others watched")
  void comeAndGo() throws Exception {
    Timeout longer = limit(millis(40));
    Timeout shortly = limit(millis(2));
    CountDownLatch inside = new CountDownLatch(1);
    Stopwatch watch = stopwatch();
    try (Crowd stays =
        Crowd.of(
            1,
            () -> {
              assertTimedOut(
                  "limit",
                  () ->
                      longer.call(
                          () -> {
                            inside.countDown();
                            return blocked();
                          }));
              watch.assertNotBefore(millis(40));
              return "interrupted";
            })) {
      assertTrue(inside.await(10, TimeUnit.SECONDS));
      for (int thread = 0; thread < 5; thread++) {
        FutureTask<@Nullable Throwable> call =
            new FutureTask<>(() -> failureOf(() -> shortly.call(this::blocked)));
        Thread goes = new Thread(call);
        goes.start();
        goes.join();
        assertInstanceOf(TimeoutExceededException.class, call.get());
      }
      stays.outcomes().get(0).assertReturned("interrupted");
    }
  }

  @Test
  @Rule("RL-05")
  @DisplayName("a thread whose interrupt() throws keeps no other from being interrupted")
  void stubbornThread() throws Exception {
    Timeout timeout = limit(millis(3));
    Thread stubborn =
        new Thread(
            () -> {
              Stopwatch watch = stopwatch();
              failureOf(
                  () ->
                      timeout.call(
                          () -> {
                            watch.spinUntil(millis(15));
                            return "late";
                          }));
            }) {
          @Override
          public void interrupt() {
            throw new SecurityException("expected by a test of the conformance kit");
          }
        };
    stubborn.setDaemon(true);
    stubborn.start();
    stubborn.join(10_000);
    assertFalse(stubborn.isAlive(), "its call ends nevertheless");

    assertTimedOut("limit", () -> timeout.call(this::blocked));
  }

  @Test
  @Rule({"RL-08", "RL-11"})
  @DisplayName(
      "H11: calls under a timeout, of both forms, need no thread each; those of the runtime wait"
          + " without using the processor, and a closed runtime leaves none behind")
  void threads() throws Exception {
    Timeout hour = limit(HOUR);
    CountDownLatch inside = new CountDownLatch(MANY + 1);
    Set<Thread> others = ConcurrentHashMap.newKeySet();
    others.addAll(Thread.getAllStackTraces().keySet());
    List<CompletableFuture<String>> futures = new ArrayList<>();
    Set<Thread> added;
    beginOnUserThread();
    try (Crowd crowd =
        Crowd.of(
            MANY,
            () -> {
              others.add(Thread.currentThread());
              return hour.call(
                  () -> {
                    inside.countDown();
                    return new CountDownLatch(1).await(30, TimeUnit.SECONDS);
                  });
            })) {
      for (int call = 0; call < MANY; call++) {
        futures.add(hour.callAsync(() -> new CompletableFuture<String>()));
      }
      CompletableFuture<String> task =
          runtime()
              .submit(
                  () -> {
                    inside.countDown();
                    return blocked();
                  });
      futures.add(task);
      assertTrue(inside.await(10, TimeUnit.SECONDS), "all calls are made at once");
      assertTimedOut("limit", () -> limit(millis(2)).call(this::blocked));

      added = addedTo(others);
      assertTrue(added.stream().allMatch(Thread::isDaemon), () -> "daemons: " + added);
      awaitUntil(
          "all threads wait",
          () ->
              added.stream()
                  .noneMatch(thread -> thread.isAlive() && !RealRuntimeRules.waits(thread)));
      assertTrue(added.size() < MANY / 2, () -> "threads for " + 2 * MANY + " calls: " + added);
      runtime().close();

      awaitUntil(
          "the calls have ended",
          () -> futures.stream().allMatch(CompletableFuture::isCompletedExceptionally));
      awaitUntil("the threads have ended", () -> added.stream().noneMatch(Thread::isAlive));

      crowd.interrupt();
      assertEquals(MANY, crowd.outcomes().size(), "calls that end");
    }
  }

  /** The first calls decide in which thread those of the runtime are made, which may inherit. */
  private void beginOnUserThread() throws InterruptedException {
    Timeout shortly = limit(millis(2));
    Thread user =
        new Thread(
            () -> {
              failureOf(() -> shortly.call(this::blocked));
              failureOf(() -> shortly.callAsync(() -> new CompletableFuture<String>()).get());
              failureOf(() -> runtime().submit(() -> "on a thread of the pool").get());
            });
    user.setDaemon(false);
    user.start();
    user.join(20_000);
    assertFalse(user.isAlive(), "the first calls end");
  }

  /** Threads in the group of this one; the JVM's own and those of its common pool do not count. */
  private static Set<Thread> addedTo(Set<Thread> others) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Set<Thread> added = new HashSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ThreadGroup itsGroup = thread.getThreadGroup();
      if (itsGroup != null
          && group.parentOf(itsGroup)
          && !(thread instanceof ForkJoinWorkerThread)
          && !others.contains(thread)) {
        added.add(thread);
      }
    }
    return added;
  }

  @Test
  @Rule({"RL-01", "RL-04"})
  @DisplayName("Z99: timeouts, alone and nested, work on every kind of thread that the JVM has")
  void kindsOfThreads() throws Exception {
    Timeout shortly = limit("short", millis(5));
    List<Policy<Object>> policies =
        List.of(
            Policies.<Object>wrap(shortly),
            Policies.<Object>wrap(
                limit(HOUR), limit(HOUR), limit(HOUR), limit(HOUR), limit(HOUR), shortly),
            Policies.<Object>wrap(shortly, limit(HOUR)));
    for (ExecutorService threads : kinds()) {
      try {
        List<Future<String>> calls = new ArrayList<>();
        for (int call = 0; call < 9; call++) {
          Policy<Object> policy = policies.get(call % policies.size());
          calls.add(
              threads.submit(
                  () -> {
                    Stopwatch watch = stopwatch();
                    assertTimedOut("short", () -> policy.call(this::blocked));
                    watch.assertNotBefore(millis(5));
                    return "interrupted";
                  }));
        }
        for (Future<String> call : calls) {
          assertEquals("interrupted", call.get(20, TimeUnit.SECONDS));
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static List<ExecutorService> kinds() throws ReflectiveOperationException {
    List<ExecutorService> kinds = new ArrayList<>();
    kinds.add(Executors.newFixedThreadPool(3));
    kinds.add(new ForkJoinPool(3));
    if (Runtime.version().feature() >= 21) {
      kinds.add(
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
    }
    return kinds;
  }
}
