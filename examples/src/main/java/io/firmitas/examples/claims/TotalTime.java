package io.firmitas.examples.claims;

import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Retries of calls that fail at once, under a limit of time, on the real clock. A busy machine
 * wakes every thread up late; how late is seen by a plain sleep before each run.
 */
final class TotalTime {
  private static final Duration LATEST = Duration.ofMillis(20);

  private TotalTime() {}

  static Finding of(int runs, Duration limit) throws Exception {
    Retry retry =
        Retry.builder()
            .unlimitedAttempts()
            .delay(limit.dividedBy(5))
            .jitter(Jitter.full())
            .totalTimeLimit(limit)
            .wrapExhausted()
            .build();
    long[] beyond = new long[runs];
    long[] plain = new long[runs];
    for (int run = 0; run < runs; run++) {
      plain[run] = nanosAfterSleep(limit.dividedBy(5));
      beyond[run] = nanosAfterRetry(retry) - limit.toNanos();
    }
    long ours = nearlyHighest(beyond);
    long anybody = nearlyHighest(plain);
    return new Finding(
        "Q11",
        "a limit of the total time is not slept past",
        "%,d runs with a limit of %d ms: 99 %% end at most %.1f ms after it; 99 %% of plain sleeps"
                .formatted(runs, limit.toMillis(), ours / 1e6)
            + " end at most %.1f ms late".formatted(anybody / 1e6),
        ours < LATEST.toNanos() + anybody);
  }

  private static long nanosAfterSleep(Duration time) throws InterruptedException {
    long start = System.nanoTime();
    Thread.sleep(time.toMillis());
    return System.nanoTime() - start - time.toNanos();
  }

  private static long nanosAfterRetry(Retry retry) throws Exception {
    long start = System.nanoTime();
    try {
      retry.call(
          () -> {
            throw new IOException("down");
          });
      throw new IllegalStateException("a call that always fails has succeeded");
    } catch (RetryTimeoutException expected) {
      return System.nanoTime() - start;
    }
  }

  private static long nearlyHighest(long[] nanos) {
    Arrays.sort(nanos);
    return nanos[(int) Math.ceil(0.99 * nanos.length) - 1];
  }
}
