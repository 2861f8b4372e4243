package io.firmitas.impl.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CircuitState;
import io.firmitas.impl.runtime.SystemRuntime;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBudget;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("stress")
@org.junit.jupiter.api.Timeout(300)
class AsyncRaceStressTest {
  private static final IOException FAILURE = new IOException("down");
  private static final Duration HOUR = Duration.ofHours(1);

  private final PolicyRuntime runtime = SystemRuntime.create();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    runtime.close();
    threads.shutdownNow();
  }

  private static void spin(int most) {
    for (int spin = ThreadLocalRandom.current().nextInt(most + 1); spin > 0; spin--) {
      Thread.onSpinWait();
    }
  }

  /** What may happen to the stage of a call, at any moment. */
  private static void disturb(CompletableFuture<Object> source, int how) {
    switch (how) {
      case 0 -> source.complete("v");
      case 1 -> source.completeExceptionally(FAILURE);
      case 2 -> source.cancel(true);
      default -> {}
    }
  }

  @Test
  @DisplayName(
      "invariants 1, 9, 10: cancelling, completing, timing out and retrying race; all permits come"
          + " back")
  void permitsComeBack() throws Exception {
    StressTime time = StressTime.share(2);
    int probes = 4;
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .runtime(runtime)
            .failureThreshold(1)
            .openTime(Duration.ofNanos(1))
            .probes(probes)
            .successThreshold(probes)
            .probeLease(HOUR)
            .ignore(Exception.class)
            .build();
    // Half-open for ever: everything is neutral, so each admission must give its permit back.
    breaker.recordFailure(FAILURE);
    Policy<Object> policy =
        Policies.wrap(
            Retry.builder().runtime(runtime).maxAttempts(3).delay(Duration.ofNanos(50_000)).build(),
            breaker,
            Timeout.builder(Duration.ofNanos(300_000)).runtime(runtime).build());
    AtomicLong calls = new AtomicLong();
    List<Future<?>> drivers = new ArrayList<>();
    for (int thread = 0; thread < 6; thread++) {
      drivers.add(
          threads.submit(
              () -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                while (time.isLeft()) {
                  CompletableFuture<Object> first = new CompletableFuture<>();
                  CompletableFuture<Object> result =
                      policy.callAsync(
                          context ->
                              context.attempt() == 1
                                  ? first
                                  : CompletableFuture.failedFuture(FAILURE));
                  calls.incrementAndGet();
                  int how = 1 + random.nextInt(3); // no success, which would close the breaker
                  Future<?> other =
                      threads.submit(
                          () -> {
                            spin(400);
                            disturb(first, how);
                          });
                  spin(400);
                  if (random.nextBoolean()) {
                    result.cancel(true);
                  }
                  other.get(60, TimeUnit.SECONDS);
                  result.handle((value, failure) -> null).get(60, TimeUnit.SECONDS);
                }
                return null;
              }));
    }
    for (Future<?> driver : drivers) {
      driver.get(240, TimeUnit.SECONDS);
    }
    assertThat(calls).hasPositiveValue();
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    await().untilAsserted(() -> assertThat(breaker.snapshot().permittedCalls()).isEqualTo(probes));
  }

  /** A cancellation whose registrations can be counted: those that are open run once at the end. */
  private static int openRegistrations(Cancellation cancellation) {
    AtomicInteger ran = new AtomicInteger();
    cancellation.onCancel(ran::incrementAndGet);
    cancellation.cancel();
    return ran.get();
  }

  @Test
  @DisplayName(
      "invariant 10: calls that end while they register with their caller's cancellation leave"
          + " nothing there")
  void registrationsAreClosed() throws Exception {
    StressTime time = StressTime.share(2);
    Timeout timeout = Timeout.builder(HOUR).runtime(runtime).build();
    Retry retry =
        Retry.builder().runtime(runtime).maxAttempts(2).delay(HOUR).maxDelay(HOUR).build();
    while (time.isLeft()) {
      Cancellation caller = new Cancellation();
      Context context = Context.root().withCancellation(caller);
      for (int number = 0; number < 50; number++) {
        CompletableFuture<Object> source = new CompletableFuture<>();
        Future<?> other =
            threads.submit(
                () -> {
                  spin(100);
                  source.complete("v");
                });
        Policy<Object> policy = number % 2 == 0 ? Policies.wrap(timeout) : Policies.wrap(retry);
        CompletableFuture<Object> result = policy.executeAsync(inner -> source, context);
        other.get(60, TimeUnit.SECONDS);
        assertThat(result.get(60, TimeUnit.SECONDS)).isEqualTo("v");
      }
      assertThat(openRegistrations(caller)).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("P25: whichever way calls end, the budget gets everything back")
  void budgetIsBalanced() throws Exception {
    StressTime time = StressTime.share(2);
    AtomicInteger started = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger granted = new AtomicInteger();
    AtomicInteger retriedAtEnd = new AtomicInteger();
    RetryBudget counting =
        new RetryBudget() {
          @Override
          public void callStarted() {
            started.incrementAndGet();
          }

          @Override
          public boolean tryRetry(boolean first) {
            granted.addAndGet(first ? 1 : 0);
            return true;
          }

          @Override
          public void callEnded(boolean succeeded, boolean retried) {
            ended.incrementAndGet();
            retriedAtEnd.addAndGet(retried ? 1 : 0);
          }
        };
    Retry retry =
        Retry.builder()
            .runtime(runtime)
            .maxAttempts(3)
            .delay(Duration.ofNanos(20_000))
            .budget(counting)
            .build();
    List<Future<?>> drivers = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      drivers.add(
          threads.submit(
              () -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                while (time.isLeft()) {
                  CompletableFuture<Object> source = new CompletableFuture<>();
                  CompletableFuture<Object> result =
                      retry.callAsync(
                          context ->
                              context.attempt() < 3
                                  ? source
                                  : CompletableFuture.completedFuture("v"));
                  int how = random.nextInt(3);
                  Future<?> other = threads.submit(() -> disturb(source, how));
                  spin(200);
                  if (random.nextBoolean()) {
                    result.cancel(true);
                  }
                  other.get(60, TimeUnit.SECONDS);
                  result.handle((value, failure) -> null).get(60, TimeUnit.SECONDS);
                }
                return null;
              }));
    }
    for (Future<?> driver : drivers) {
      driver.get(240, TimeUnit.SECONDS);
    }
    await().untilAsserted(() -> assertThat(ended.get()).isEqualTo(started.get()).isPositive());
    await().untilAsserted(() -> assertThat(retriedAtEnd.get()).isEqualTo(granted.get()));
  }
}
