package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.Gate;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One breaker, many threads. */
public abstract class BreakerConcurrencyRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreaker halfOpen() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(seconds(60)));
    breaker.recordFailure(failure);
    time.advance(seconds(60));
    return breaker;
  }

  @Test
  @Rule({"CB-16", "CB-48"})
  @DisplayName(
      "T121 T154 Z29 C9 S24 R24 T46 T80 Z96: of 100 threads that ask together at the end of the"
          + " open time exactly one enters")
  void probeCrowd() {
    CircuitBreaker breaker = halfOpen();
    Gate gate = new Gate();
    try (Crowd crowd = Crowd.of(100, () -> breaker.call(gate.callable("page")))) {
      awaitUntil("all have been refused or are inside", () -> rejections() + gate.arrived() == 100);
      assertEquals(1, gate.inside());
      gate.open();

      assertEquals(99, crowd.failedWith(CircuitOpenException.class));
      assertEquals(1, crowd.succeeded());
    }
    assertEquals(1, gate.arrived());
    assertEquals(CircuitState.CLOSED, breaker.state());
  }

  private int rejections() {
    return events.of(CircuitCallRejected.class).size();
  }

  @Test
  @Rule("CB-16")
  @DisplayName(
      "T121 T154 T75 T165: thirty times, 8 threads ask for the probe: always exactly one gets it")
  void alwaysOne() {
    CircuitBreaker breaker = halfOpen();
    for (int round = 0; round < 30; round++) {
      try (Crowd crowd = Crowd.of(8, () -> breaker.tryAcquire().isPresent())) {
        long admitted =
            crowd.outcomes().stream()
                .filter(outcome -> Boolean.TRUE.equals(outcome.result()))
                .count();
        assertEquals(1, admitted, "round " + round);
      }
      breaker.forceHalfOpen();
    }
  }

  @Test
  @Rule("CB-50")
  @DisplayName("T121 T26 T70 T77: 16 threads record 2,000 failures each: none is lost")
  void nothingLost() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1_000_000));
    try (Crowd crowd =
        Crowd.of(
            16,
            () -> {
              IntStream.range(0, 2_000).forEach(index -> breaker.recordFailure(failure));
              return "done";
            })) {
      assertEquals(16, crowd.succeeded());
    }

    assertEquals(32_000, breaker.failures());
  }

  @Test
  @Rule({"CB-50", "EV-05"})
  @DisplayName("T71: failures recorded together are numbered 1 to n, each number once")
  void numbered() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1_000));
    try (Crowd crowd =
        Crowd.of(
            20,
            () -> {
              breaker.recordFailure(failure);
              return "done";
            })) {
      assertEquals(20, crowd.succeeded());
    }

    List<Integer> numbers =
        events.of(CircuitCallFailed.class).stream()
            .map(CircuitCallFailed::failures)
            .sorted()
            .toList();
    assertEquals(IntStream.rangeClosed(1, 20).boxed().toList(), numbers);
  }

  @Test
  @Rule("CB-50")
  @DisplayName(
      "F12: threads that take and close permits while another opens never make closed jump to"
          + " half-open")
  void noJump() {
    CircuitBreaker breaker =
        breaker(CircuitBreaker.builder().failureThreshold(1).openTime(nanos(1)));
    try (Crowd crowd =
        Crowd.of(
            4,
            () -> {
              for (int index = 0; index < 2_000; index++) {
                breaker.tryAcquire().ifPresent(Permit::success);
                if (index % 10 == 0) {
                  breaker.recordFailure(failure);
                  time.advance(nanos(1));
                }
              }
              return "done";
            })) {
      assertEquals(4, crowd.succeeded());
    }

    assertTrue(
        events.of(CircuitStateChanged.class).size() > 100, "the breaker has opened and closed");
    for (CircuitStateChanged change : events.of(CircuitStateChanged.class)) {
      boolean legal =
          switch (change.from()) {
            case CLOSED -> change.to() == CircuitState.OPEN;
            case OPEN -> change.to() == CircuitState.HALF_OPEN;
            case HALF_OPEN -> change.to() != CircuitState.HALF_OPEN;
          };
      assertTrue(legal, () -> change.from() + " to " + change.to());
    }
  }

  @Test
  @Rule("CB-48")
  @DisplayName("T154 T69 T84: calls that block inside delay neither other calls nor readings")
  void notUnderTheLock() throws Exception {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    Gate gate = new Gate();
    try (Crowd crowd = Crowd.of(20, () -> breaker.call(gate.callable("page")))) {
      gate.awaitArrivals(20);

      assertEquals(CircuitState.CLOSED, breaker.state());
      assertEquals("free", breaker.<String>call(() -> "free"));
      breaker.recordFailure(failure);
      assertEquals(1, breaker.failures());
      gate.open();
      assertEquals(20, crowd.succeeded());
    }
  }

  @Test
  @Rule("CB-03")
  @DisplayName("T23: a thousand calls by twenty threads through a closed breaker are all made")
  void thousandCalls() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder());
    AtomicInteger made = new AtomicInteger();
    try (Crowd crowd =
        Crowd.of(
            20,
            () -> {
              for (int index = 0; index < 50; index++) {
                breaker.run(made::incrementAndGet);
              }
              return "done";
            })) {
      assertEquals(20, crowd.succeeded());
    }
    assertEquals(1_000, made.get());
  }

  @Test
  @Rule({"CB-05", "CB-06", "CB-50"})
  @DisplayName(
      "T83: 20 threads, three of ten calls fail: each call is made or refused, and the state fits"
          + " the failures")
  void someFail() {
    for (int threshold : new int[] {1, 3, 100}) {
      CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(threshold));
      AtomicInteger made = new AtomicInteger();
      try (Crowd crowd =
          Crowd.of(
              20,
              () ->
                  breaker.call(
                      () -> {
                        if (made.getAndIncrement() % 10 < 3) {
                          throw failure;
                        }
                        return "page";
                      }))) {
        long refused = crowd.failedWith(CircuitOpenException.class);
        long failed = crowd.failedWith(IOException.class);
        assertEquals(20, made.get() + refused);
        assertEquals(made.get(), crowd.succeeded() + failed);
        assertTrue(threshold < 100 || (made.get() == 20 && failed == 6), "all calls are made");
      }
      boolean open = breaker.state() == CircuitState.OPEN;
      assertEquals(breaker.failures() >= threshold, open, breaker.snapshot().toString());
    }
  }
}
