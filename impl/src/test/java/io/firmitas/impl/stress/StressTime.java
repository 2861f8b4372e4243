package io.firmitas.impl.stress;

import java.time.Duration;

/** How long a stress test goes on: the system property {@code stress.seconds}. */
final class StressTime {
  private static final int DEFAULT_SECONDS = 3;

  private final long end;

  private StressTime(Duration length) {
    end = System.nanoTime() + length.toNanos();
  }

  /** A share of the whole time, for a class with several tests. */
  static StressTime share(int tests) {
    int seconds = Integer.getInteger("stress.seconds", DEFAULT_SECONDS);
    return new StressTime(Duration.ofMillis(Math.max(500, seconds * 1_000L / tests)));
  }

  boolean isLeft() {
    return System.nanoTime() - end < 0;
  }
}
