package io.firmitas.examples.claims;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls inside calls through one breaker, closed, half-open and open. */
final class NestedCalls {
  private NestedCalls() {}

  static Finding by(int threads, int callsEach) throws Exception {
    AtomicInteger ended = new AtomicInteger();
    CircuitBreaker[] breakers = {
      CircuitBreaker.ofDefaults(), CircuitBreaker.ofDefaults(), CircuitBreaker.ofDefaults()
    };
    breakers[1].forceOpen();
    ThreadTeam.run(
        threads,
        () -> {
          for (int call = 0; call < callsEach; call++) {
            breakers[2].forceHalfOpen();
            for (CircuitBreaker breaker : breakers) {
              nest(breaker);
              ended.incrementAndGet();
            }
          }
          return ended;
        });
    int expected = 3 * threads * callsEach;
    return new Finding(
        "Q6",
        "nested calls never dead-lock",
        "%,d nested calls by %d threads in three states: %,d ended"
            .formatted(expected, threads, ended.get()),
        ended.get() == expected);
  }

  private static void nest(CircuitBreaker breaker) throws Exception {
    try {
      breaker.call(() -> breaker.call(() -> "inside"));
    } catch (CircuitOpenException refused) {
      // that, too, is an end
    }
  }
}
