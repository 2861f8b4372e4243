package io.firmitas.tck.monitor;

import java.time.Duration;

/** Durations as nanoseconds; those that do not fit are as long as fits. */
final class Nanos {
  private Nanos() {}

  static long of(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException tooLong) {
      return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }
}
