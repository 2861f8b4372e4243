package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One breaker, threads that do different things with it. */
public abstract class SharedBreakerRules extends Scenario {
  private final IOException failure = new IOException("down");

  @Test
  @Rule("CB-41")
  @DisplayName(
      "T85 C38: a reading beside a writer is never older than the last record, nor newer than the"
          + " next")
  void linearizableReadings() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1_000_000));
    AtomicInteger recorded = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    try (Crowd readers = Crowd.of(3, () -> compareUntil(done, recorded, breaker))) {
      for (int number = 1; number <= 20_000; number++) {
        breaker.recordFailure(failure);
        recorded.set(number);
      }
      done.set(true);
      readers.outcomes().forEach(reader -> reader.assertReturned("as recorded"));
    }
    assertEquals(20_000, breaker.failures());
  }

  private static String compareUntil(
      AtomicBoolean done, AtomicInteger recorded, CircuitBreaker breaker) {
    while (!done.get()) {
      int before = recorded.get();
      int value = breaker.failures();
      int ofSnapshot = breaker.snapshot().failures();
      int after = recorded.get() + 1;
      if (value < before || ofSnapshot < value || ofSnapshot > after) {
        return before + " to " + after + " recorded, but seen " + value + ", " + ofSnapshot;
      }
    }
    return "as recorded";
  }

  @Test
  @Rule({"CB-39", "CB-50"})
  @DisplayName(
      "Z95: threads that record successes, failures and permits beside each other leave no torn"
          + " state")
  void neverTornByWriters() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(3).openTime(nanos(1)));
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger seeds = new AtomicInteger();
    try (Crowd readers = Crowd.of(2, () -> readUntil(done, breaker));
        Crowd writers =
            Crowd.of(4, () -> change(breaker, new Random(seeds.incrementAndGet()), 3_000))) {
      assertEquals(4, writers.succeeded());
      done.set(true);
      readers.outcomes().forEach(reader -> reader.assertReturned("no torn state"));
    }

    for (int index = 0; index < 3; index++) {
      breaker.recordFailure(failure);
    }
    time.advance(nanos(1));
    CircuitBreakerSnapshot halfOpen = breaker.snapshot();
    assertTrue(isWhole(halfOpen), () -> "torn: " + halfOpen);
  }

  private String change(CircuitBreaker breaker, Random random, int times) {
    for (int index = 0; index < times; index++) {
      switch (random.nextInt(5)) {
        case 0 -> breaker.recordSuccess();
        case 1, 2 -> breaker.recordFailure(failure);
        case 3 -> breaker.tryAcquire().ifPresent(Permit::success);
        default -> time.advance(nanos(1));
      }
    }
    return "done";
  }

  private static String readUntil(AtomicBoolean done, CircuitBreaker breaker) {
    while (!done.get()) {
      CircuitBreakerSnapshot snapshot = breaker.snapshot();
      if (!isWhole(snapshot)) {
        return "torn: " + snapshot;
      }
    }
    return "no torn state";
  }

  private static boolean isWhole(CircuitBreakerSnapshot snapshot) {
    int failures = snapshot.failures();
    int permitted = snapshot.permittedCalls();
    return switch (snapshot.state()) {
      case CLOSED -> failures < 3 && permitted == Integer.MAX_VALUE;
      case OPEN -> failures >= 3 && permitted == 0 && snapshot.lastFailure() != null;
      case HALF_OPEN -> failures >= 3 && permitted <= 1 && snapshot.lastFailure() != null;
    };
  }

  @Test
  @Rule("CB-40")
  @DisplayName("G21 C37: when failures race, the time of the last failure never goes back")
  void lastFailureTimeNeverGoesBack() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1_000_000));
    breaker.recordFailure(failure);
    AtomicBoolean done = new AtomicBoolean();
    try (Crowd reader = Crowd.of(1, () -> watchTime(done, breaker));
        Crowd writers =
            Crowd.of(
                4,
                () -> {
                  for (int index = 0; index < 2_000; index++) {
                    time.advance(millis(1));
                    breaker.recordFailure(failure);
                  }
                  return "done";
                })) {
      assertEquals(4, writers.succeeded());
      done.set(true);
      reader.outcomes().get(0).assertReturned("never back");
    }
    assertEquals(time.instant(), breaker.lastFailureTime().orElseThrow());
  }

  private static String watchTime(AtomicBoolean done, CircuitBreaker breaker) {
    Instant latest = Instant.MIN;
    while (!done.get()) {
      Instant seen = breaker.lastFailureTime().orElseThrow();
      if (seen.isBefore(latest)) {
        return "back from " + latest + " to " + seen;
      }
      latest = seen;
    }
    return "never back";
  }

  @Test
  @Rule({"CB-41", "CB-38", "CB-49"})
  @DisplayName(
      "T121 T66: every method may be called at any time by any thread; a reset then begins anew")
  void everyMethodAtOnce() throws Exception {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(2).openTime(nanos(1)));
    List<Callable<?>> steps = steps(breaker);
    AtomicInteger offsets = new AtomicInteger();
    try (Crowd crowd = Crowd.of(8, () -> walk(steps, offsets.getAndIncrement()))) {
      assertEquals(
          List.of(),
          crowd.outcomes().stream()
              .map(this::unlessRefused)
              .filter(it -> it.failure() != null)
              .toList());
    }

    breaker.reset();
    assertEquals(CircuitState.CLOSED, breaker.state());
    assertEquals(0, breaker.failures());
    assertEquals("page", breaker.<String>call(() -> "page"));
    breaker.recordFailure(failure);
    breaker.recordFailure(failure);
    assertEquals(CircuitState.OPEN, breaker.state());
  }

  private List<Callable<?>> steps(CircuitBreaker breaker) {
    return List.of(
        breaker::state,
        breaker::failures,
        breaker::snapshot,
        breaker::wouldPermit,
        breaker::remainingOpenTime,
        breaker::lastFailureTime,
        doing(() -> breaker.acquire().close()),
        doing(() -> breaker.tryAcquire().ifPresent(permit -> permit.failure(failure))),
        doing(breaker::recordSuccess),
        doing(() -> breaker.recordFailure(failure)),
        () -> breaker.call(() -> breaker.tryAcquire().isPresent()),
        () -> breaker.call(failing(failure)),
        () -> breaker.callAsync(failing(failure).asAsyncCall()).isDone(),
        () -> breaker.gate().call(() -> "page"),
        () -> breaker.recorder().call(() -> "page"),
        doing(breaker::forceOpen),
        doing(breaker::forceHalfOpen),
        doing(breaker::reset));
  }

  private static Callable<?> doing(Runnable step) {
    return Executors.callable(step);
  }

  /** Takes every step many times, from a place of its own on; only the breaker may refuse. */
  private String walk(List<Callable<?>> steps, int offset) throws Exception {
    for (int index = 0; index < 50 * steps.size(); index++) {
      try {
        steps.get((offset * 7 + index) % steps.size()).call();
      } catch (CircuitOpenException refused) {
        time.advance(nanos(1));
      } catch (IOException expected) {
        assertEquals(failure, expected);
      }
    }
    return "done";
  }
}
