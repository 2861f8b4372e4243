package io.firmitas.examples.claims;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Two hundred calls a second at an open breaker, on the real clock. How long after the end of the
 * open time the probe comes is up to the caller: it is the first call after it.
 */
final class ProbeInTime {
  private static final long BETWEEN_CALLS = Duration.ofMillis(5).toNanos();

  private final Duration openTime;
  private long soonest = Long.MAX_VALUE;
  private long latest = Long.MIN_VALUE;
  private int refusedAfterwards;

  private ProbeInTime(Duration openTime) {
    this.openTime = openTime;
  }

  static Finding after(Duration openTime, int times) throws Exception {
    ProbeInTime probe = new ProbeInTime(openTime);
    for (int time = 0; time < times; time++) {
      probe.measure();
    }
    return new Finding(
        "Q10",
        "a probe passes when the open time is over, not before",
        "open for %s s, %d times: probe %.1f to %.1f ms after the end, %d calls refused after it"
            .formatted(
                openTime.toMillis() / 1e3,
                times,
                probe.soonest / 1e6,
                probe.latest / 1e6,
                probe.refusedAfterwards),
        probe.soonest >= 0 && probe.refusedAfterwards == 0);
  }

  private void measure() throws Exception {
    CircuitBreaker breaker =
        CircuitBreaker.builder().failureThreshold(1).openTime(openTime).build();
    long before = System.nanoTime();
    breaker.recordFailure(new IOException("down"));
    long after = System.nanoTime(); // it has opened between these two
    while (true) {
      long begun = System.nanoTime();
      try {
        long passed = breaker.<Long>call(System::nanoTime) - before - openTime.toNanos();
        soonest = Math.min(soonest, passed);
        latest = Math.max(latest, passed);
        return;
      } catch (CircuitOpenException refused) {
        refusedAfterwards += begun - after > openTime.toNanos() ? 1 : 0;
        LockSupport.parkNanos(BETWEEN_CALLS);
      }
    }
  }
}
