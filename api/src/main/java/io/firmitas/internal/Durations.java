package io.firmitas.internal;

import java.time.Duration;

/** Saturating conversions between {@link Duration} and nanoseconds. */
public final class Durations {
  private Durations() {}

  /**
   * Converts to nanoseconds; a duration too long for a {@code long} becomes {@link Long#MAX_VALUE}.
   *
   * @param duration a duration that is not negative
   * @return its length in nanoseconds
   */
  public static long toNanos(Duration duration) {
    long seconds = duration.getSeconds();
    if (seconds > Long.MAX_VALUE / 1_000_000_000L) {
      return Long.MAX_VALUE;
    }
    return add(seconds * 1_000_000_000L, duration.getNano());
  }

  /**
   * Adds two amounts of nanoseconds that are not negative, saturating.
   *
   * @param first the first amount
   * @param second the second amount
   * @return the sum, at most {@link Long#MAX_VALUE}
   */
  public static long add(long first, long second) {
    long sum = first + second;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /**
   * Multiplies an amount of nanoseconds, saturating.
   *
   * @param nanos the amount, not negative
   * @param factor the factor, not negative
   * @return the product, at most {@link Long#MAX_VALUE}
   */
  public static long multiply(long nanos, long factor) {
    long product = nanos * factor;
    return product < 0 || Math.multiplyHigh(nanos, factor) != 0 ? Long.MAX_VALUE : product;
  }

  /**
   * Converts a computed amount to whole nanoseconds: rounded half up, at least 0, at most {@link
   * Long#MAX_VALUE}; not-a-number becomes the maximum, so that a runaway calculation ends at the
   * cap and never at zero.
   *
   * @param nanos the amount
   * @return the amount as a {@code long}
   */
  public static long round(double nanos) {
    if (Double.isNaN(nanos)) {
      return Long.MAX_VALUE;
    }
    return nanos <= 0 ? 0 : Math.round(nanos);
  }
}
