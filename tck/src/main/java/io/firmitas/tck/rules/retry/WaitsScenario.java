package io.firmitas.tck.rules.retry;

import io.firmitas.backoff.Jitter;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The delays for which a retry waits until it gives up. */
abstract class WaitsScenario extends Scenario {
  final IOException failure = new IOException("down");

  final List<Duration> waitsOf(Mode mode, RetryBuilder settings) {
    time.clearFacts();
    run(mode, retry(settings), failing(failure)).assertFailedWith(failure);
    return waits(mode);
  }

  static List<Duration> secondsOf(double... seconds) {
    List<Duration> durations = new ArrayList<>();
    for (double each : seconds) {
      durations.add(Duration.ofNanos(Math.round(each * 1e9)));
    }
    return durations;
  }

  /** Without jitter. */
  static RetryBuilder plain(int attempts) {
    return Retry.builder().maxAttempts(attempts).jitter(Jitter.none());
  }
}
