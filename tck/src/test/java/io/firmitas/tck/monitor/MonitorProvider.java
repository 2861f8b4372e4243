package io.firmitas.tck.monitor;

import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;

/** Makes the policies of this package; a broken provider overrides one of the methods. */
public class MonitorProvider implements PolicyProvider {
  private static final PolicyRuntime SYSTEM = new MonitorRuntime(false);

  /** Makes the provider; {@code ServiceLoader} does. */
  public MonitorProvider() {}

  CircuitBreaker breaker(CircuitBreakerConfig config) {
    return new MonitorBreaker(circuit(config));
  }

  Circuit circuit(CircuitBreakerConfig config) {
    return new Circuit(config);
  }

  Retry retry(RetryConfig config) {
    return new MonitorRetry(config);
  }

  Timeout timeout(TimeoutConfig config) {
    return new MonitorTimeout(config);
  }

  <T> MonitorFallback<T> fallback(FallbackConfig<T> config) {
    return new MonitorFallback<>(config);
  }

  @Override
  @SuppressWarnings("unchecked") // each configuration makes the policy of its own kind
  public <P extends Policy<?>> P create(PolicyConfig<P> config) {
    if (config instanceof CircuitBreakerConfig breaker) {
      refuse("gradualRecovery of a circuit breaker", breaker.recoveryTime().isPresent());
      return (P) breaker(breaker);
    }
    if (config instanceof RetryConfig retry) {
      return (P) retry(retry);
    }
    if (config instanceof TimeoutConfig timeout) {
      refuse("detached timeouts", timeout.detached());
      return (P) timeout(timeout);
    }
    if (config instanceof FallbackConfig<?> fallback) {
      return (P) fallback(fallback);
    }
    throw new UnsupportedOperationException("policies for " + config.getClass().getName());
  }

  private static void refuse(String setting, boolean wanted) {
    if (wanted) {
      throw new UnsupportedOperationException(setting);
    }
  }

  @Override
  public PolicyRuntime systemRuntime() {
    return SYSTEM;
  }

  @Override
  public PolicyRuntime newRuntime() {
    return new MonitorRuntime(true);
  }
}
