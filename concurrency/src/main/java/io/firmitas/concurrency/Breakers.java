package io.firmitas.concurrency;

import io.firmitas.PolicyProvider;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.Window;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Breakers for races. Each race makes millions of them, so they share their configurations; open
 * times are so long, or so short, that real time decides nothing.
 */
final class Breakers {
  /** The failure that the races record: one object, since making them would take all the time. */
  @SuppressWarnings("StaticAssignmentOfThrowable")
  static final Exception FAILURE = new Exception("expected by a race");

  private static final Duration LONG = Duration.ofHours(1);

  private static final CircuitBreakerConfig AFTER_TWO = afterFailures(2);
  private static final CircuitBreakerConfig AFTER_THREE = afterFailures(3);
  private static final CircuitBreakerConfig WINDOW_OF_TWO =
      CircuitBreaker.builder("window")
          .window(Window.ofCalls(2))
          .failureRate(1)
          .openTime(LONG)
          .build()
          .config();

  private Breakers() {}

  private static CircuitBreakerConfig afterFailures(int threshold) {
    return CircuitBreaker.builder("threshold")
        .failureThreshold(threshold)
        .openTime(LONG)
        .build()
        .config();
  }

  private static CircuitBreaker make(CircuitBreakerConfig config) {
    return PolicyProvider.installed().create(config);
  }

  /** A closed breaker that two failures in a row open. */
  static CircuitBreaker afterTwo() {
    return make(AFTER_TWO);
  }

  /** A closed breaker that three failures in a row open. */
  static CircuitBreaker afterThree() {
    return make(AFTER_THREE);
  }

  /** A closed breaker that opens when both of its last two calls have failed. */
  static CircuitBreaker windowOfTwo() {
    return make(WINDOW_OF_TWO);
  }

  /** A half-open breaker with one permit. */
  static CircuitBreaker halfOpen() {
    CircuitBreaker breaker = afterTwo();
    breaker.forceHalfOpen();
    return breaker;
  }

  /** A closed breaker that two failures in a row open, and that counts how often it opened. */
  static CircuitBreaker counting(AtomicInteger openings) {
    return CircuitBreaker.builder("counting")
        .failureThreshold(2)
        .openTime(LONG)
        .onOpen(event -> openings.incrementAndGet())
        .build();
  }

  /** 0 closed, 1 open, 2 half-open with a free permit, 3 half-open with none. */
  static int code(CircuitBreaker breaker) {
    return switch (breaker.state()) {
      case CLOSED -> 0;
      case OPEN -> 1;
      case HALF_OPEN -> breaker.snapshot().permittedCalls() > 0 ? 2 : 3;
    };
  }
}
