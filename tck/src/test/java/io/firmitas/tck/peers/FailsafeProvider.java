package io.firmitas.tck.peers;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.Window;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import java.time.Duration;

/**
 * Failsafe 3.3 behind the API. Delays of asynchronous calls take virtual time through its
 * scheduler. Its clock cannot be replaced, so a breaker runs in scaled real time: virtual time that
 * has passed passes for real, a hundred times faster, before the breaker is used again. Timeouts
 * set timers of their own and are left out.
 */
final class FailsafeProvider extends PeerProvider {
  /** Shorter ones would be over before a busy machine has looked at them. */
  private static final Duration SHORTEST_OPEN_TIME = Duration.ofSeconds(10);

  @Override
  CircuitBreaker breaker(CircuitBreakerConfig config) {
    refuse("windows of time: its clock cannot be set", config.window() instanceof Window.Time);
    refuse("rates over windows of calls: only k of n", config.failureRate().isPresent());
    refuse("slow calls", config.slowCallDuration().isPresent());
    refuse("open times that differ", !config.hasFixedOpenTime());
    refuse(
        "open times below ten seconds, in scaled real time",
        config.openTime().compareTo(SHORTEST_OPEN_TIME) < 0);
    refuse("probeLease", config.probeLease().isPresent());
    refuse("gradualRecovery", config.recoveryTime().isPresent());
    refuse("dryRun", config.dryRun());
    return new FailsafeBreaker(config);
  }

  @Override
  Retry retry(RetryConfig config) {
    refuse(
        "totalTimeLimit: its clock cannot be set",
        config.totalTimeLimit().filter(time -> !time.isZero()).isPresent());
    refuse("skipWhen", config.skipWhen().isPresent());
    refuse("budgets", config.budget().isPresent());
    refuse("wrapExhausted: the last failure is thrown", config.wrapsExhausted());
    return new FailsafeRetry(config);
  }

  @Override
  Timeout timeout(TimeoutConfig config) {
    throw lacks("timeouts in virtual time: their timers are those of the JVM");
  }

  @Override
  <T> Fallback<T> fallback(FallbackConfig<T> config) {
    refuse("lastKnownGood", config.lastKnownGood().isPresent());
    return new FailsafeFallback<>(config);
  }
}
