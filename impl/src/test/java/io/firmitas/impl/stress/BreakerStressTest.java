package io.firmitas.impl.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Context;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.impl.driver.Stages;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("stress")
@Timeout(300)
class BreakerStressTest {
  private static final int THREADS = 96;
  private static final IOException FAILURE = new IOException("down");
  private static final Duration NANO = Duration.ofNanos(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** Runs the task on that many threads, started together, and waits for all of them. */
  private <T> List<T> together(int number, Callable<T> task) throws Exception {
    CyclicBarrier start = new CyclicBarrier(number);
    List<Future<T>> running = new ArrayList<>();
    for (int thread = 0; thread < number; thread++) {
      running.add(
          threads.submit(
              () -> {
                start.await(60, TimeUnit.SECONDS);
                return task.call();
              }));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> result : running) {
      results.add(result.get(240, TimeUnit.SECONDS));
    }
    return results;
  }

  /**
   * Transitions are published by the threads that caused them, outside the lock, so two may be
   * received in the other order. What has to hold is that there is an order in which each begins
   * where the one before ended: each state is left as often as it is entered, the first once more.
   */
  private static void assertLegalPath(Queue<CircuitStateChanged> events, CircuitState last) {
    Map<CircuitState, Integer> balance = new EnumMap<>(CircuitState.class);
    for (CircuitStateChanged event : events) {
      assertThat(event.from()).isNotEqualTo(event.to());
      assertThat(event.from() == CircuitState.CLOSED && event.to() == CircuitState.HALF_OPEN)
          .as("F12: closed to half-open")
          .isFalse();
      assertThat(event.from() == CircuitState.OPEN && event.to() == CircuitState.CLOSED)
          .as("open to closed without a probe")
          .isFalse();
      balance.merge(event.from(), -1, Integer::sum);
      balance.merge(event.to(), 1, Integer::sum);
    }
    balance.merge(CircuitState.CLOSED, 1, Integer::sum);
    for (CircuitState state : CircuitState.values()) {
      assertThat(balance.getOrDefault(state, 0)).as("%s", state).isEqualTo(state == last ? 1 : 0);
    }
  }

  private static CircuitBreakerBuilder builder() {
    return CircuitBreaker.builder("stress");
  }

  @Test
  @DisplayName(
      "T44, T54, R24, S24: at the end of the open time exactly one of 96 threads is the probe")
  void oneProbe() throws Exception {
    StressTime time = StressTime.share(5);
    for (int outage = 0; time.isLeft(); outage++) {
      CircuitBreaker breaker =
          builder().failureThreshold(1).openTime(Duration.ofMillis(1)).probeLease(HOUR).build();
      breaker.recordFailure(FAILURE);
      while (breaker.state() == CircuitState.OPEN) {
        Thread.onSpinWait();
      }
      AtomicInteger executed = new AtomicInteger();
      AtomicInteger refused = new AtomicInteger();
      boolean succeeds = outage % 2 == 0;
      CyclicBarrier allAsked = new CyclicBarrier(THREADS);
      together(
          THREADS,
          () -> {
            try {
              breaker.call(
                  () -> {
                    executed.incrementAndGet();
                    allAsked.await(60, TimeUnit.SECONDS); // held until all others were refused
                    if (!succeeds) {
                      throw FAILURE;
                    }
                    return null;
                  });
            } catch (CircuitOpenException rejection) {
              assertThat(rejection.state()).isNotEqualTo(CircuitState.CLOSED);
              refused.incrementAndGet();
              allAsked.await(60, TimeUnit.SECONDS);
            } catch (IOException expected) {
              assertThat(expected).isSameAs(FAILURE);
            }
            return null;
          });
      assertThat(executed).hasValue(1);
      assertThat(refused).hasValue(THREADS - 1);
      assertThat(breaker.snapshot().openings()).isEqualTo(succeeds ? 0 : 2);
    }
  }

  @Test
  @DisplayName("T31, T79, P11: 64 threads fail together: one opening, and no failure is lost")
  void noLostFailure() throws Exception {
    StressTime time = StressTime.share(5);
    while (time.isLeft()) {
      Queue<CircuitStateChanged> events = new ConcurrentLinkedQueue<>();
      AtomicInteger failures = new AtomicInteger();
      CircuitBreaker breaker =
          builder()
              .failureThreshold(5)
              .openTime(HOUR)
              .onStateChange(events::add)
              .onEvent(CircuitCallFailed.class, event -> failures.incrementAndGet())
              .build();
      CyclicBarrier allAdmitted = new CyclicBarrier(64);
      together(
          64,
          () -> {
            try {
              return breaker.call(
                  () -> {
                    allAdmitted.await(60, TimeUnit.SECONDS);
                    throw FAILURE;
                  });
            } catch (IOException expected) {
              return null;
            }
          });
      assertThat(breaker.failures()).isEqualTo(64);
      assertThat(failures).hasValue(64);
      assertThat(events).hasSize(1);
      assertThat(events.peek().to()).isEqualTo(CircuitState.OPEN);
    }
  }

  /** A dependency that is switched off and on. */
  private static final class Origin {
    final AtomicBoolean healthy = new AtomicBoolean(true);

    Object call() throws Exception {
      if (!healthy.get()) {
        throw FAILURE;
      }
      return "fresh";
    }

    CompletableFuture<Object> stage(Context context) {
      try {
        return CompletableFuture.completedFuture(call());
      } catch (Exception failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }
  }

  private void outages(CircuitBreakerBuilder settings, StressTime time) throws Exception {
    Queue<CircuitStateChanged> events = new ConcurrentLinkedQueue<>();
    Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
    CircuitBreaker breaker = settings.onStateChange(events::add).build();
    Origin origin = new Origin();
    AtomicInteger next = new AtomicInteger();
    together(
        THREADS,
        () -> {
          boolean switches = next.getAndIncrement() == 0;
          ThreadLocalRandom random = ThreadLocalRandom.current();
          while (time.isLeft()) {
            if (switches && random.nextInt(50) == 0) {
              origin.healthy.set(!origin.healthy.get());
            }
            try {
              if (random.nextBoolean()) {
                breaker.call(origin::call);
              } else {
                CompletableFuture<Object> result = breaker.callAsync(origin::stage);
                Throwable failure = Stages.failureOf(result);
                if (failure != null) {
                  throw failure;
                }
              }
            } catch (CircuitOpenException rejection) {
              if (rejection.state() == CircuitState.CLOSED
                  || rejection.retryAfter().compareTo(breaker.config().openTime()) > 0) {
                unexpected.add(rejection);
              }
            } catch (IOException expected) {
              // the origin is down
            } catch (Throwable failure) {
              unexpected.add(failure);
            }
          }
          return null;
        });
    assertThat(unexpected).isEmpty();
    assertThat(events).as("outages took place").hasSizeGreaterThan(10);
    CircuitState last = breaker.state();
    // Half-open by the clock alone has no event; the breaker itself is then still open.
    long opened = events.stream().filter(event -> event.to() == CircuitState.OPEN).count();
    long left = events.stream().filter(event -> event.from() == CircuitState.OPEN).count();
    assertLegalPath(events, opened > left ? CircuitState.OPEN : last);

    // All permits are back: when the origin is well again, the breaker closes.
    origin.healthy.set(true);
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (breaker.state() != CircuitState.CLOSED && System.nanoTime() < limit) {
      try {
        breaker.call(origin::call);
      } catch (CircuitOpenException stillOpen) {
        Thread.onSpinWait();
      }
    }
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  @DisplayName("T2, T66, F12: 96 threads through repeated outages: the events are a legal path")
  void outagesOfConsecutiveFailures() throws Exception {
    outages(
        builder()
            .failureThreshold(3)
            .openTime(Duration.ofNanos(200_000))
            .probes(2)
            .probeLease(HOUR),
        StressTime.share(5));
  }

  @Test
  @DisplayName("T2: the same with a window of calls")
  void outagesWithWindow() throws Exception {
    outages(
        builder()
            .window(Window.ofCalls(20))
            .failureRate(0.5)
            .openTime(Duration.ofNanos(200_000))
            .probeLease(HOUR),
        StressTime.share(5));
  }

  @Test
  @DisplayName("F12, H3: while one thread keeps opening, no call is lost between the states")
  void manualOrders() throws Exception {
    StressTime time = StressTime.share(5);
    Queue<CircuitStateChanged> events = new ConcurrentLinkedQueue<>();
    CircuitBreaker breaker =
        builder()
            .failureThreshold(1)
            .openTime(NANO)
            .probeLease(HOUR)
            .onStateChange(events::add)
            .build();
    AtomicInteger next = new AtomicInteger();
    together(
        16,
        () -> {
          boolean opens = next.getAndIncrement() == 0;
          while (time.isLeft()) {
            if (opens) {
              breaker.recordFailure(FAILURE);
            } else {
              breaker.tryAcquire().ifPresent(permit -> permit.success());
            }
          }
          return null;
        });
    assertThat(events)
        .noneMatch(
            event -> event.from() == CircuitState.CLOSED && event.to() == CircuitState.HALF_OPEN);
    breaker.reset();
    assertLegalPathAfterReset(events);
  }

  /** reset() may also go from open to closed. */
  private static void assertLegalPathAfterReset(Queue<CircuitStateChanged> events) {
    Map<CircuitState, Integer> balance = new EnumMap<>(CircuitState.class);
    events.forEach(
        event -> {
          balance.merge(event.from(), -1, Integer::sum);
          balance.merge(event.to(), 1, Integer::sum);
        });
    assertThat(balance.values()).containsOnly(0);
  }

  @Test
  @DisplayName("S5: of probes held, cancelled and lost, never more than admitted are on their way")
  void probesOnTheirWay() throws Exception {
    StressTime time = StressTime.share(5);
    int probes = 3;
    CircuitBreaker breaker =
        builder()
            .failureThreshold(1)
            .openTime(NANO)
            .probes(probes)
            .successThreshold(probes)
            .probeLease(HOUR)
            .ignore(IllegalStateException.class)
            .build();
    breaker.recordFailure(FAILURE);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    together(
        64,
        () -> {
          ThreadLocalRandom random = ThreadLocalRandom.current();
          while (time.isLeft()) {
            breaker
                .tryAcquire()
                .ifPresent(
                    permit -> {
                      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                      for (int spin = random.nextInt(200); spin > 0; spin--) {
                        Thread.onSpinWait();
                      }
                      inside.decrementAndGet();
                      permit.close(); // neutral: the period goes on, and so does the count
                    });
          }
          return null;
        });
    assertThat(most).hasValueLessThanOrEqualTo(probes).hasPositiveValue();
    assertThat(breaker.snapshot().permittedCalls()).isEqualTo(probes);
  }
}
