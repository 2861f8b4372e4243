package io.firmitas.tck.rules.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Rule;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Delays of a retry, and asynchronous timeouts, in real time. */
public abstract class RealDelayRules extends RealTimeScenario {
  private final IOException failure = new IOException("down");

  @Test
  @Rule("RL-09")
  @DisplayName("no attempt of a retry begins before its delay has passed")
  void delays() throws Exception {
    List<Duration> begun = new ArrayList<>();
    Retry retry =
        retrying(Retry.builder().maxAttempts(4).backoff(Backoff.exponential(millis(4), 2)));
    Stopwatch watch = stopwatch();

    String page =
        retry.call(
            context -> {
              begun.add(watch.elapsed());
              if (context.attempt() < 4) {
                throw failure;
              }
              return "page";
            });

    assertEquals("page", page);
    assertDelays(begun, millis(4), millis(8), millis(16));
  }

  @Test
  @Rule("RL-09")
  @DisplayName("no attempt of an asynchronous retry begins before its delay has passed")
  void asynchronousDelays() throws Exception {
    List<Duration> begun = new CopyOnWriteArrayList<>();
    Retry retry =
        retrying(Retry.builder().maxAttempts(4).backoff(Backoff.exponential(millis(4), 2)));
    Stopwatch watch = stopwatch();

    CompletableFuture<String> page =
        retry.callAsync(
            context -> {
              begun.add(watch.elapsed());
              return context.attempt() < 4
                  ? CompletableFuture.failedFuture(failure)
                  : CompletableFuture.completedFuture("page");
            });

    assertEquals("page", page.get(10, TimeUnit.SECONDS));
    assertDelays(begun, millis(4), millis(8), millis(16));
  }

  private static void assertDelays(List<Duration> begun, Duration... delays) {
    assertEquals(delays.length + 1, begun.size(), "attempts");
    for (int index = 0; index < delays.length; index++) {
      Duration gap = begun.get(index + 1).minus(begun.get(index));
      Duration delay = delays[index];
      assertTrue(gap.compareTo(delay) >= 0, () -> gap + " is shorter than " + delay);
    }
  }

  @Test
  @Rule("RL-09")
  @DisplayName(
      "F3 H6: a foreign interrupt ends a delay, with the failure attached and the flag set")
  void interruptedDelay() {
    Duration delay = seconds(30);
    Retry retry = retrying(Retry.builder().delay(delay));
    Thread caller = Thread.currentThread();
    AtomicInteger attempts = new AtomicInteger();
    Stopwatch watch = stopwatch();

    Throwable thrown =
        failureOf(
            () ->
                retry.call(
                    () -> {
                      attempts.incrementAndGet();
                      runtime().schedule(millis(3).toNanos(), caller::interrupt);
                      throw failure;
                    }));

    watch.assertBefore(delay);
    assertTrue(Thread.interrupted(), "the flag is set");
    InterruptedException interrupt = assertInstanceOf(InterruptedException.class, thrown);
    assertEquals(List.of(failure), List.of(interrupt.getSuppressed()));
    assertEquals(1, attempts.get());
  }

  @Test
  @Rule("RL-09")
  @DisplayName("a delay ends when the context is cancelled, and no interrupt is left")
  void cancelledDelay() {
    Duration delay = seconds(30);
    Retry retry = retrying(Retry.builder().delay(delay));
    AtomicInteger attempts = new AtomicInteger();
    Cancellation cancellation = new Cancellation();
    Stopwatch watch = stopwatch();

    Throwable thrown =
        failureOf(
            () ->
                retry.execute(
                    context -> {
                      attempts.incrementAndGet();
                      runtime().schedule(millis(3).toNanos(), cancellation::cancel);
                      throw failure;
                    },
                    Context.root().withCancellation(cancellation)));

    watch.assertBefore(delay);
    assertTrue(
        thrown == failure || thrown instanceof CancellationException, () -> "it ended: " + thrown);
    assertEquals(1, attempts.get());
    assertNoInterruptWithin(millis(2));
  }

  @Test
  @Rule("RL-09")
  @DisplayName("a context that is cancelled after a delay does not interrupt the thread")
  void cancelledAfterDelay() throws Exception {
    Retry retry = retrying(Retry.builder().delay(millis(1)));
    Cancellation cancellation = new Cancellation();

    Object result =
        retry.execute(
            context -> {
              if (context.attempt() == 1) {
                throw failure;
              }
              cancellation.cancel();
              assertNoInterruptWithin(millis(2));
              return "page";
            },
            Context.root().withCancellation(cancellation));

    assertEquals("page", result);
  }

  @Test
  @Rule("RL-09")
  @DisplayName("a timeout inside a retry ends each of its attempts, and the delays are kept")
  void timeoutInsideRetry() {
    AtomicInteger attempts = new AtomicInteger();
    Policy<Object> inside =
        Policies.wrap(retrying(Retry.builder().maxAttempts(3).delay(millis(2))), limit(millis(5)));
    Stopwatch watch = stopwatch();

    assertTimedOut(
        "limit",
        () ->
            inside.call(
                () -> {
                  attempts.incrementAndGet();
                  return blocked();
                }));

    watch.assertNotBefore(millis(3 * 5 + 2 * 2));
    assertEquals(3, attempts.get());
  }

  @Test
  @Rule("RL-09")
  @DisplayName("a delay that does not fit into the time of a timeout around the retry is not begun")
  void timeoutAroundRetry() {
    Duration limit = millis(200);
    Retry hour = retrying(Retry.builder().delay(HOUR).maxDelay(HOUR).totalTimeLimit(seconds(0)));
    Policy<Object> around = Policies.wrap(limit(limit), hour);
    for (int tries = 0; tries < 10; tries++) {
      Stopwatch watch = stopwatch();

      Throwable thrown =
          failureOf(
              () ->
                  around.call(
                      () -> {
                        throw failure;
                      }));

      if (watch.elapsed().compareTo(limit) < 0) {
        assertSame(failure, thrown);
        return;
      }
      // Either the delay was begun, or the thread was held up; that does not happen every time.
    }
    throw new AssertionError("of ten calls each took all the time that there was");
  }

  @Test
  @Rule("RL-10")
  @DisplayName(
      "the futures of many calls fail each at its own limit, not before, and their stages are"
          + " cancelled")
  void asynchronousLimits() throws Exception {
    List<Integer> limits = new ArrayList<>();
    for (int limit = 1; limit <= 60; limit++) {
      limits.add(limit);
    }
    Collections.shuffle(limits, new Random(7));
    List<CompletableFuture<String>> stages = new ArrayList<>();
    List<CompletableFuture<@Nullable Duration>> tooEarly = new ArrayList<>();
    List<CompletableFuture<String>> futures = new ArrayList<>();
    for (int limit : limits) {
      CompletableFuture<String> stage = new CompletableFuture<>();
      Stopwatch watch = stopwatch();
      CompletableFuture<String> future = limit(millis(limit)).callAsync(() -> stage);
      stages.add(stage);
      futures.add(future);
      tooEarly.add(
          future.handle(
              (value, thrown) -> {
                Duration left = millis(limit).minus(watch.elapsed());
                return left.isNegative() || left.isZero() ? null : left;
              }));
    }

    for (int index = 0; index < futures.size(); index++) {
      assertNull(tooEarly.get(index).get(10, TimeUnit.SECONDS), "how much too early");
      assertInstanceOf(TimeoutExceededException.class, failureOf(futures.get(index)));
      awaitUntil("its stage is cancelled", stages.get(index)::isCancelled);
    }
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> future) throws Exception {
    try {
      future.get(10, TimeUnit.SECONDS);
      return null;
    } catch (ExecutionException failed) {
      return failed.getCause();
    }
  }

  @Test
  @Rule("RL-10")
  @DisplayName("the end of a call takes back no timer but its own: the others fail at their limit")
  void otherTimersStay() throws Exception {
    for (int keep = 0; keep < 3; keep++) {
      List<CompletableFuture<String>> stages = new ArrayList<>();
      List<CompletableFuture<String>> futures = new ArrayList<>();
      for (int call = 0; call < 12; call++) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        stages.add(stage);
        futures.add(limit(millis(40)).callAsync(() -> stage));
      }
      for (int call = 0; call < 12; call++) {
        if (call % 3 != keep) {
          stages.get(call).complete("page");
        }
      }
      for (int call = 0; call < 12; call++) {
        if (call % 3 == keep) {
          assertInstanceOf(TimeoutExceededException.class, failureOf(futures.get(call)));
        }
      }
    }
  }

  @Test
  @Rule("RL-10")
  @DisplayName("after an asynchronous call has been cancelled, its retry makes no attempt")
  void cancelledFuture() throws Exception {
    Retry retry = retrying(Retry.builder().maxAttempts(10).delay(millis(5)));
    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<String> future =
        retry.callAsync(
            () -> {
              attempts.incrementAndGet();
              return CompletableFuture.<String>failedFuture(failure);
            });

    future.cancel(true);

    int made = attempts.get();
    CountDownLatch later = new CountDownLatch(1);
    runtime().schedule(millis(30).toNanos(), later::countDown);
    assertTrue(later.await(10, TimeUnit.SECONDS), "timers run");
    // One may have been about to begin.
    assertTrue(attempts.get() <= made + 1, () -> made + " before, then " + attempts);
  }
}
