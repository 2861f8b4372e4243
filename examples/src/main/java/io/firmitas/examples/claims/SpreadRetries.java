package io.firmitas.examples.claims;

import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Clients that failed in the same moment, and come back while an outage lasts and after it. */
final class SpreadRetries {
  private static final int BUCKET_MILLIS = 100;
  private static final long SEED = 42;
  private static final double MOST_OF_ALL = 0.25;

  private SpreadRetries() {}

  static Finding of(int clients, Duration outage) throws Exception {
    int none = peak(clients, outage, Jitter.none());
    int proportional = peak(clients, outage, Jitter.proportional(0.5));
    int full = peak(clients, outage, Jitter.full());
    return new Finding(
        "Q9",
        "jitter spreads load",
        "%,d clients, outage of %d s, most retries within %d ms: %,d without jitter, %d with"
                .formatted(clients, outage.toSeconds(), BUCKET_MILLIS, none, proportional)
            + " proportional (%.1f %%), %d with full (%.1f %%)"
                .formatted(100.0 * proportional / none, full, 100.0 * full / none),
        none == clients && full < MOST_OF_ALL * none && proportional < none);
  }

  /** The most retries that arrive within a tenth of a second. */
  static int peak(int clients, Duration outage, Jitter jitter) throws Exception {
    RandomGenerator random = new SplittableRandom(SEED); // the same figures each time
    int[] arrivals = new int[(int) (10 * outage.toMillis() / BUCKET_MILLIS)];
    for (int client = 0; client < clients; client++) {
      try (VirtualRuntime time = new VirtualRuntime()) {
        time.setRandom(random);
        Retry retry = Retry.builder().unlimitedAttempts().jitter(jitter).runtime(time).build();
        retry.call(
            context -> {
              if (context.attempt() > 1) {
                arrivals[(int) (time.elapsed().toMillis() / BUCKET_MILLIS)]++;
              }
              if (time.elapsed().compareTo(outage) < 0) {
                throw new IOException("down");
              }
              return "up";
            });
      }
    }
    return Arrays.stream(arrivals).max().orElse(0);
  }
}
