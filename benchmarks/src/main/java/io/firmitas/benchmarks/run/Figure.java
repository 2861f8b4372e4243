package io.firmitas.benchmarks.run;

/**
 * What was measured for one contestant.
 *
 * @param nanos nanoseconds for each call, the median of all iterations of all forks
 * @param bytes bytes allocated for each call
 */
record Figure(double nanos, double bytes) {
  static final Figure NONE = new Figure(Double.NaN, Double.NaN);

  boolean isPresent() {
    return !Double.isNaN(nanos);
  }

  /** What this costs beyond another. */
  Figure minus(Figure other) {
    return new Figure(nanos - other.nanos, bytes - other.bytes);
  }

  @Override
  public String toString() {
    return isPresent() ? "%s (%.0f B)".formatted(number(nanos), bytes) : "-";
  }

  /** A number with three digits that mean something. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return (value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f").formatted(value);
  }
}
