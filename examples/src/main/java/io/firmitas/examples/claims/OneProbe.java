package io.firmitas.examples.claims;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/** At the end of the open time all threads ask at once, again and again. */
final class OneProbe {
  private static final Duration OPEN_TIME = Duration.ofSeconds(60);

  private final VirtualRuntime time = new VirtualRuntime();
  private final CircuitBreaker breaker =
      CircuitBreaker.builder().failureThreshold(1).openTime(OPEN_TIME).runtime(time).build();
  private final AtomicInteger admitted = new AtomicInteger();
  private int violations;

  private OneProbe() {}

  static Finding among(int threads, int outages) throws Exception {
    int violations = new OneProbe().race(threads, outages);
    return new Finding(
        "Q6",
        "at the end of the open time exactly one thread is the probe",
        "%,d outages, %d threads each: %d with more or fewer than one probe"
            .formatted(outages, threads, violations),
        violations == 0);
  }

  private int race(int threads, int outages) throws Exception {
    CyclicBarrier asked = new CyclicBarrier(threads, this::nextOutage);
    breakDown();
    ThreadTeam.run(
        threads,
        () -> {
          for (int outage = 0; outage < outages; outage++) {
            breaker.tryAcquire().ifPresent(permit -> admitted.incrementAndGet());
            asked.await();
          }
          return admitted;
        });
    return violations;
  }

  /** Runs while all threads wait for each other. */
  private void nextOutage() {
    if (admitted.getAndSet(0) != 1) {
      violations++;
    }
    breaker.reset();
    breakDown();
  }

  private void breakDown() {
    breaker.recordFailure(new IOException("down"));
    time.advance(OPEN_TIME);
  }
}
