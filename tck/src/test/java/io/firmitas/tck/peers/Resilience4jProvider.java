package io.firmitas.tck.peers;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.Window;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import java.time.Duration;

/**
 * Resilience4j 2.4 behind the API. All of it takes virtual time: the breaker a clock, the retry a
 * sleep function, both asynchronous forms a scheduler, and a time limiter waits for the future that
 * it is given.
 */
final class Resilience4jProvider extends PeerProvider {
  @Override
  CircuitBreaker breaker(CircuitBreakerConfig config) {
    boolean consecutive = config.window() instanceof Window.Consecutive;
    refuse("k of n calls: only shares of calls", !consecutive && config.failureThreshold() > 0);
    refuse(
        "windows of time of less than a second or parts of one",
        config.window() instanceof Window.Time time && !wholeSeconds(time.duration()));
    refuse(
        "several probes that all must succeed: a rate decides",
        config.probes() > 1 || config.successThreshold() != config.probes());
    refuse("openTimeFor", config.openTimeFor().isPresent());
    refuse("open times below a millisecond", belowMillisecond(config.openTime()));
    refuse("probeLease", config.probeLease().isPresent());
    refuse("gradualRecovery", config.recoveryTime().isPresent());
    refuse("dryRun", config.dryRun());
    return new Resilience4jBreaker(config);
  }

  @Override
  Retry retry(RetryConfig config) {
    refuse("totalTimeLimit", config.totalTimeLimit().filter(time -> !time.isZero()).isPresent());
    refuse("skipWhen", config.skipWhen().isPresent());
    refuse("budgets", config.budget().isPresent());
    refuse("wrapExhausted: the last failure is thrown", config.wrapsExhausted());
    return new Resilience4jRetry(config);
  }

  @Override
  Timeout timeout(TimeoutConfig config) {
    refuse("times below a millisecond", belowMillisecond(config.length()));
    return new Resilience4jTimeout(config);
  }

  private static boolean wholeSeconds(Duration duration) {
    return duration.toNanosPart() == 0 && duration.toSeconds() <= Integer.MAX_VALUE;
  }

  private static boolean belowMillisecond(Duration duration) {
    return duration.compareTo(Duration.ofMillis(1)) < 0;
  }
}
