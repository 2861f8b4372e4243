package io.firmitas.tck.peers;

import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;

/** What the adapters share: the kinds of policies, and refusing. */
abstract class PeerProvider implements PolicyProvider {
  abstract CircuitBreaker breaker(CircuitBreakerConfig config);

  abstract Retry retry(RetryConfig config);

  abstract Timeout timeout(TimeoutConfig config);

  <T> Fallback<T> fallback(FallbackConfig<T> config) {
    throw lacks("fallbacks");
  }

  @Override
  @SuppressWarnings("unchecked") // each configuration makes the policy of its own kind
  public <P extends Policy<?>> P create(PolicyConfig<P> config) {
    if (config instanceof CircuitBreakerConfig breaker) {
      return (P) breaker(breaker);
    }
    if (config instanceof RetryConfig retry) {
      return (P) retry(retry);
    }
    if (config instanceof TimeoutConfig timeout) {
      return (P) timeout(timeout);
    }
    if (config instanceof FallbackConfig<?> fallback) {
      return (P) fallback(fallback);
    }
    throw lacks("policies for " + config.getClass().getName());
  }

  @Override
  public PolicyRuntime systemRuntime() {
    throw lacks("runtimes");
  }

  @Override
  public PolicyRuntime newRuntime() {
    throw lacks("runtimes");
  }

  static UnsupportedOperationException lacks(String what) {
    return new UnsupportedOperationException(what);
  }

  static void refuse(String what, boolean wanted) {
    if (wanted) {
      throw lacks(what);
    }
  }
}
