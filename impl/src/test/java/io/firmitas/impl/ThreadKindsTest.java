package io.firmitas.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same policies on every kind of thread that servers and asynchronous frameworks use. */
class ThreadKindsTest {
  private static final int TASKS = 200;
  private static final IOException FAILURE = new IOException("down");

  private enum Kind {
    PLATFORM {
      @Override
      ExecutorService start() {
        return Executors.newFixedThreadPool(16);
      }
    },
    FORK_JOIN_POOL {
      @Override
      ExecutorService start() {
        return new ForkJoinPool(4);
      }
    },
    VIRTUAL {
      @Override
      ExecutorService start() throws ReflectiveOperationException {
        assumeThat(Runtime.version().feature()).as("JDK").isGreaterThanOrEqualTo(21);
        return (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      }
    };

    abstract ExecutorService start() throws ReflectiveOperationException;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  @DisplayName("Z99: calls under a retry, a breaker and a timeout work on any kind of thread")
  void anyThread(Kind kind) throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(1_000_000).build();
    Policy<String> policy =
        Policies.wrap(
            Retry.builder().delay(Duration.ofMillis(1)).build(),
            breaker,
            Timeout.of(Duration.ofMinutes(1)));
    AtomicInteger attempts = new AtomicInteger();
    ExecutorService threads = kind.start();
    try {
      List<Future<String>> calls = new ArrayList<>();
      for (int task = 0; task < TASKS; task++) {
        calls.add(
            threads.submit(
                () ->
                    policy.call(
                        context -> {
                          attempts.incrementAndGet();
                          if (context.attempt() == 1) {
                            throw FAILURE;
                          }
                          return "page";
                        })));
      }
      for (Future<String> call : calls) {
        assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo("page");
      }
      assertThat(attempts).hasValue(2 * TASKS);

      breaker.forceOpen();
      Future<CircuitState> refused = threads.submit(() -> stateWhenRefused(policy));
      assertThat(refused.get(30, TimeUnit.SECONDS)).isEqualTo(CircuitState.OPEN);
    } finally {
      threads.shutdownNow();
    }
  }

  private static CircuitState stateWhenRefused(Policy<String> policy) throws Exception {
    try {
      return CircuitState.parse(policy.call(() -> "closed"));
    } catch (CircuitOpenException refused) {
      return refused.state();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  @Tag("realtime")
  @DisplayName("Z99: a timeout interrupts a call on any kind of thread, and only that call")
  void timeouts(Kind kind) throws Exception {
    Timeout timeout = Timeout.of(Duration.ofMillis(50));
    // Deeper than the places that a thread has for its deadlines.
    Policy<Object> nested = Policies.wrap(hour(), hour(), hour(), hour(), hour(), timeout);
    ExecutorService threads = kind.start();
    try {
      List<Future<Boolean>> calls = new ArrayList<>();
      for (Policy<Object> policy : List.<Policy<Object>>of(timeout, nested)) {
        for (int task = 0; task < 20; task++) {
          calls.add(threads.submit(() -> isInterruptedAfterTimeout(policy)));
        }
      }
      for (Future<Boolean> interrupted : calls) {
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isFalse();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Timeout hour() {
    return Timeout.of(Duration.ofHours(1));
  }

  private static boolean isInterruptedAfterTimeout(Policy<Object> policy) throws Exception {
    try {
      policy.call(
          () -> {
            new CountDownLatch(1).await();
            return "never";
          });
      throw new AssertionError("the call was not ended");
    } catch (TimeoutExceededException expected) {
      return Thread.currentThread().isInterrupted();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"PLATFORM", "VIRTUAL"})
  @DisplayName("Z99: an interrupt from outside ends a delay on any kind of thread")
  void foreignInterrupt(Kind kind) throws Exception {
    Retry retry = Retry.builder().delay(Duration.ofHours(1)).maxDelay(Duration.ofHours(1)).build();
    CountDownLatch failed = new CountDownLatch(1);
    ExecutorService threads = kind.start();
    try {
      Future<Object> call =
          threads.submit(
              () ->
                  retry.call(
                      () -> {
                        failed.countDown();
                        throw FAILURE;
                      }));
      failed.await();
      threads.shutdownNow(); // interrupts

      assertThatThrownBy(() -> call.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class)
          .satisfies(thrown -> assertThat(thrown.getCause()).hasSuppressedException(FAILURE));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  @DisplayName("Z99: a thousand virtual threads that wait inside policies pin no carrier")
  void noPinning() throws Exception {
    int number = 1_000;
    Policy<Object> policy = Policies.wrap(Retry.ofDefaults(), CircuitBreaker.ofDefaults(), hour());
    CountDownLatch inside = new CountDownLatch(number);
    CountDownLatch end = new CountDownLatch(1);
    ExecutorService threads = Kind.VIRTUAL.start();
    try {
      List<Future<Object>> calls = new ArrayList<>();
      for (int task = 0; task < number; task++) {
        calls.add(
            threads.submit(
                () ->
                    policy.call(
                        () -> {
                          inside.countDown();
                          end.await();
                          return "page";
                        })));
      }
      assertThat(inside.await(30, TimeUnit.SECONDS)).as("all are inside at once").isTrue();
      end.countDown();
      for (Future<Object> call : calls) {
        assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo("page");
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
