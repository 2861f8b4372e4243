package io.firmitas.breaker;

import io.firmitas.internal.Arguments;
import java.time.Duration;

/** Which outcomes a circuit breaker looks at when it decides whether to open. */
public sealed interface Window permits Window.Consecutive, Window.Calls, Window.Time {
  /**
   * The failures since the last success. The default, and the cheapest: a breaker with no failure
   * on record takes no lock.
   *
   * @return the window
   */
  static Window consecutive() {
    return Consecutive.INSTANCE;
  }

  /**
   * The last calls.
   *
   * @param size how many calls, 1 to 1,000,000
   * @return the window
   */
  static Window ofCalls(int size) {
    return new Calls(size);
  }

  /**
   * The calls of the last time. Outcomes are kept in ten slices; a slice leaves the window when its
   * youngest outcome may be older than the window, so an outcome counts for at least nine tenths of
   * the duration and never longer than the duration. About two million outcomes are held; more are
   * not counted until older ones leave.
   *
   * @param duration how long an outcome counts, at least 10 nanoseconds
   * @return the window
   */
  static Window ofTime(Duration duration) {
    return new Time(duration);
  }

  /** The failures since the last success. */
  enum Consecutive implements Window {
    /** The only instance. */
    INSTANCE
  }

  /**
   * The last calls.
   *
   * @param size how many
   */
  record Calls(int size) implements Window {
    /**
     * Checks the size.
     *
     * @param size how many calls
     */
    public Calls {
      Arguments.atLeast("window size", size, 1);
      if (size > 1_000_000) {
        throw new IllegalArgumentException(
            "window size must be at most 1000000 but is "
                + size
                + "; give a smaller one, or a window of time");
      }
    }
  }

  /**
   * The calls of the last time.
   *
   * @param duration how long an outcome counts
   */
  record Time(Duration duration) implements Window {
    /**
     * Checks the duration.
     *
     * @param duration how long an outcome counts
     */
    public Time {
      Arguments.positive("window duration", duration);
      if (duration.compareTo(Duration.ofNanos(10)) < 0) {
        throw new IllegalArgumentException(
            "window duration must be at least 10 ns but is " + duration + "; give a longer one");
      }
    }
  }
}
