package io.firmitas.tck.monitor;

import io.firmitas.Context;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyProvider;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A provider that breaks one promise.
 *
 * @param name which one, as in {@code broken-providers.txt}
 * @param kind the kind of policy with the mistake; {@link PolicyConfig} when it may be anywhere
 * @param provider the provider
 */
record Broken(String name, Class<?> kind, PolicyProvider provider) {
  static Broken circuit(String name, Function<CircuitBreakerConfig, Circuit> broken) {
    return new Broken(
        name,
        CircuitBreakerConfig.class,
        new MonitorProvider() {
          @Override
          Circuit circuit(CircuitBreakerConfig config) {
            return broken.apply(config);
          }
        });
  }

  static Broken breaker(String name, Function<Circuit, CircuitBreaker> broken) {
    return new Broken(
        name,
        CircuitBreakerConfig.class,
        new MonitorProvider() {
          @Override
          CircuitBreaker breaker(CircuitBreakerConfig config) {
            return broken.apply(circuit(config));
          }
        });
  }

  static Broken retry(String name, Function<RetryConfig, Retry> broken) {
    return new Broken(
        name,
        RetryConfig.class,
        new MonitorProvider() {
          @Override
          Retry retry(RetryConfig config) {
            return broken.apply(config);
          }
        });
  }

  static Broken attempts(String name, BiFunction<RetryConfig, Context, Attempts> broken) {
    return retry(
        name,
        config ->
            new MonitorRetry(config) {
              @Override
              Attempts attempts(Context context) {
                return broken.apply(config, context);
              }
            });
  }

  static Broken timeout(String name, Function<TimeoutConfig, Timeout> broken) {
    return new Broken(
        name,
        TimeoutConfig.class,
        new MonitorProvider() {
          @Override
          Timeout timeout(TimeoutConfig config) {
            return broken.apply(config);
          }
        });
  }

  @Override
  public String toString() {
    return name;
  }
}
