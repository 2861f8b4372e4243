package io.firmitas.examples.claims;

import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/** How long a retry waits in all, exactly. */
final class DelaySums {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private DelaySums() {}

  static List<Finding> all() throws Exception {
    return List.of(
        finding("5 attempts, factor 2", Duration.ofSeconds(15), exponential(5, 2)),
        finding("5 attempts, factor 1.5", Duration.ofMillis(8_125), exponential(5, 1.5)),
        finding("3 attempts, factor 2", Duration.ofSeconds(3), exponential(3, 2)),
        finding(
            "6 waits for a pool, from 10 ms up to 500 ms",
            Duration.ofMillis(630),
            Retry.builder()
                .maxAttempts(7)
                .backoff(Backoff.exponential(Duration.ofMillis(10), 2))
                .maxDelay(Duration.ofMillis(500))));
  }

  private static RetryBuilder exponential(int attempts, double factor) {
    return Retry.builder().maxAttempts(attempts).backoff(Backoff.exponential(SECOND, factor));
  }

  private static Finding finding(String waits, Duration expected, RetryBuilder settings)
      throws Exception {
    Duration slept = sleptBy(settings);
    return new Finding(
        "Q13",
        waits + ", no jitter: " + seconds(expected),
        "slept " + seconds(slept),
        slept.equals(expected));
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
  }

  private static Duration sleptBy(RetryBuilder settings) throws Exception {
    try (VirtualRuntime time = new VirtualRuntime()) {
      Retry retry = settings.jitter(Jitter.none()).runtime(time).build();
      try {
        retry.call(
            () -> {
              throw new IOException("down");
            });
      } catch (IOException expected) {
        // after the last attempt
      }
      return time.sleeps().stream().reduce(Duration.ZERO, Duration::plus);
    }
  }
}
