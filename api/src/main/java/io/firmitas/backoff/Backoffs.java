package io.firmitas.backoff;

import io.firmitas.internal.Durations;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The built-in backoffs. All arithmetic is in nanoseconds and saturates; it is rounded once, at the
 * end.
 */
final class Backoffs {
  private Backoffs() {}

  record Fixed(Duration delay) implements Backoff {
    @Override
    public Duration delay(int retry) {
      return delay;
    }
  }

  record Linear(Duration initial, Duration step) implements Backoff {
    @Override
    public Duration delay(int retry) {
      long added = Durations.multiply(Durations.toNanos(step), retry - 1L);
      return Duration.ofNanos(Durations.add(Durations.toNanos(initial), added));
    }
  }

  record Exponential(Duration initial, double multiplier) implements Backoff {
    @Override
    public Duration delay(int retry) {
      long nanos = Durations.toNanos(initial);
      double factor = Math.pow(multiplier, retry - 1.0);
      // Unscaled delays are exact, however long; and infinity times zero is not a number.
      return Duration.ofNanos(factor == 1 || nanos == 0 ? nanos : Durations.round(nanos * factor));
    }
  }

  record Fibonacci(Duration initial) implements Backoff {
    /** The 92nd number is the greatest that fits into a long. */
    private static final int GREATEST = 92;

    @Override
    public Duration delay(int retry) {
      long current = 1;
      long previous = 0;
      for (int index = 1; index < Math.min(retry, GREATEST); index++) {
        long next = current + previous;
        previous = current;
        current = next;
      }
      return Duration.ofNanos(Durations.multiply(Durations.toNanos(initial), current));
    }
  }

  record Decorrelated(Duration base) implements Backoff {
    @Override
    public Duration delay(int retry) {
      return base;
    }

    @Override
    public Duration delay(int retry, Duration previous, RandomGenerator random) {
      long low = Durations.toNanos(base);
      long before = Math.max(low, Durations.toNanos(previous));
      double high = 3.0 * before;
      return Duration.ofNanos(Durations.round(low + random.nextDouble() * (high - low)));
    }
  }
}
