package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.CircuitState;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a breaker tells about itself. */
public abstract class ReadingRules extends Scenario {
  private final IOException failure = new IOException("down");

  @EachMode
  @Rule({"CB-40", "CB-39"})
  @DisplayName(
      "T28 T114 C37 G67: the last failure and its wall-clock time stay after a success and go with"
          + " a reset")
  void lastFailure(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    time.setInstant(Instant.parse("2026-01-01T10:00:00Z"));
    run(mode, breaker, failing(new IOException("first")));
    time.advance(Duration.ofMinutes(5));
    run(mode, breaker, failing(failure));

    run(mode, breaker, returning("page"));
    assertEquals(Optional.of(Instant.parse("2026-01-01T10:05:00Z")), breaker.lastFailureTime());
    assertSame(failure, breaker.snapshot().lastFailure());
    breaker.reset();

    assertEquals(Optional.empty(), breaker.lastFailureTime());
  }

  @EachMode
  @Rule("CB-40")
  @DisplayName("G18: the wall clock dates the failure, the monotonic clock times the opening")
  void twoClocks(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(seconds(60)));
    time.setInstant(Instant.parse("2026-01-01T10:00:00Z"));

    run(mode, breaker, failing(failure));
    time.shiftWallClock(Duration.ofHours(-3));

    assertEquals(Optional.of(Instant.parse("2026-01-01T10:00:00Z")), breaker.lastFailureTime());
    assertEquals(seconds(60), breaker.remainingOpenTime());
  }

  @EachMode
  @Rule("CB-39")
  @DisplayName("T20 T58: the snapshot of an open breaker is consistent in itself")
  void snapshotWhileOpen(Mode mode) {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder("catalog").failureThreshold(2).openTime(seconds(30)));
    repeat(2, mode, breaker, failing(failure));
    time.advance(seconds(10));

    CircuitBreakerSnapshot snapshot = breaker.snapshot();

    assertEquals("catalog", snapshot.name());
    assertEquals(CircuitState.OPEN, snapshot.state());
    assertEquals(2, snapshot.failures());
    assertEquals(2, snapshot.threshold());
    assertEquals(seconds(30), snapshot.openTime());
    assertEquals(seconds(20), snapshot.remainingOpenTime());
    assertEquals(0, snapshot.permittedCalls());
    assertEquals(1, snapshot.openings());
    assertSame(failure, snapshot.lastFailure());
  }

  @Test
  @Rule({"CB-39", "CB-41"})
  @DisplayName(
      "T48 T64 T78 T105: a reader beside thousands of transitions never sees a torn snapshot")
  void neverTorn() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(nanos(1)));
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger reads = new AtomicInteger();
    try (Crowd readers = Crowd.of(3, () -> readUntil(done, breaker, reads))) {
      awaitUntil("somebody reads", () -> reads.get() > 0);
      for (int index = 0; index < 3_400; index++) {
        breaker.recordFailure(failure);
        time.advance(nanos(1));
        breaker.recordSuccess();
      }
      done.set(true);
      readers.outcomes().forEach(reader -> reader.assertReturned("no torn snapshot"));
    }
  }

  private static String readUntil(AtomicBoolean done, CircuitBreaker breaker, AtomicInteger reads) {
    while (!done.get()) {
      CircuitBreakerSnapshot snapshot = breaker.snapshot();
      reads.incrementAndGet();
      boolean closed = snapshot.state() == CircuitState.CLOSED;
      if (closed != (snapshot.failures() == 0)
          || closed != (snapshot.permittedCalls() == Integer.MAX_VALUE)) {
        return "torn: " + snapshot;
      }
    }
    return "no torn snapshot";
  }

  @Test
  @Rule("CB-41")
  @DisplayName(
      "T82: a thread started before sees the opening by another thread with its next reading")
  void visible() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1));
    CyclicBarrier opened = new CyclicBarrier(2);
    try (Crowd reader =
        Crowd.of(
            1,
            () -> {
              CircuitState before = breaker.state();
              opened.await();
              opened.await();
              return before + " then " + breaker.state();
            })) {
      await(opened);
      breaker.recordFailure(failure);
      await(opened);

      reader.outcomes().get(0).assertReturned("CLOSED then OPEN");
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (Exception broken) {
      throw new AssertionError("the other thread did not come", broken);
    }
  }

  @Test
  @Rule("CB-39")
  @DisplayName("the share that passes is one while closed or disabled, and zero while open")
  void share() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    assertEquals(1, breaker.snapshot().admittedShare());
    breaker.forceOpen();
    assertEquals(0, breaker.snapshot().admittedShare());
    breaker.disable();
    assertEquals(1, breaker.snapshot().admittedShare());
  }
}
