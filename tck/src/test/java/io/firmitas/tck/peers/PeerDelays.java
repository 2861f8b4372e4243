package io.firmitas.tck.peers;

import io.firmitas.FailureMatcher;
import io.firmitas.retry.RetryConfig;
import java.time.Duration;

/** The delays of a configuration, for libraries that take a function of the attempt. */
final class PeerDelays {
  private PeerDelays() {}

  /** The delay after an attempt, capped; the delay before it is not known to any peer. */
  static Duration after(RetryConfig config, int attempt, Throwable failure) {
    Duration delay = null;
    if (failure != null && config.delayFor().isPresent()) {
      try {
        delay = config.delayFor().get().delayAfter(FailureMatcher.unwrap(failure), attempt);
      } catch (Exception thrown) {
        config.listeners().report(config.name(), "delayFor", thrown);
      }
    }
    if (delay != null && delay.isNegative()) {
      config
          .listeners()
          .report(config.name(), "delayFor", new IllegalArgumentException("negative: " + delay));
      delay = null;
    }
    if (delay == null) {
      delay =
          config
              .jitter()
              .apply(
                  capped(
                      config,
                      config.backoff().delay(attempt, Duration.ZERO, config.runtime().random())),
                  config.runtime().random());
    }
    if (delay.isNegative()) {
      return Duration.ZERO;
    }
    return capped(config, delay);
  }

  private static Duration capped(RetryConfig config, Duration delay) {
    return delay.compareTo(config.maxDelay()) > 0 ? config.maxDelay() : delay;
  }
}
