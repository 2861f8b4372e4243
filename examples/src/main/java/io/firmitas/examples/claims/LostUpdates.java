package io.firmitas.examples.claims;

import io.firmitas.breaker.CircuitBreaker;
import java.io.IOException;

/** Threads record failures as fast as they can. */
final class LostUpdates {
  private LostUpdates() {}

  static Finding of(int threads, int failures) throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(Integer.MAX_VALUE).build();
    IOException failure = new IOException("down");
    ThreadTeam.run(
        threads,
        () -> {
          for (int number = failures / threads; number > 0; number--) {
            breaker.recordFailure(failure);
          }
          return breaker;
        });
    int lost = failures - breaker.failures();
    return new Finding(
        "Q6",
        "no failure is lost",
        "%,d failures recorded by %d threads: %d lost".formatted(failures, threads, lost),
        lost == 0);
  }
}
