package io.firmitas.impl;

import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.impl.breaker.LockingCircuitBreaker;
import io.firmitas.impl.fallback.HandlingFallback;
import io.firmitas.impl.retry.LoopingRetry;
import io.firmitas.impl.runtime.SystemRuntime;
import io.firmitas.impl.sources.OrderedSources;
import io.firmitas.impl.timeout.WatchingTimeout;
import io.firmitas.retry.RetryConfig;
import io.firmitas.sources.SourcesConfig;
import io.firmitas.timeout.TimeoutConfig;

/** Makes policies whose state changes under one lock each and is read without it. */
public final class LockBasedProvider implements PolicyProvider {
  /** For {@link java.util.ServiceLoader}. */
  public LockBasedProvider() {}

  @Override
  @SuppressWarnings("unchecked") // each configuration type stands for its kind of policy
  public <P extends Policy<?>> P create(PolicyConfig<P> config) {
    if (config instanceof CircuitBreakerConfig breaker) {
      return (P) LockingCircuitBreaker.of(breaker);
    }
    if (config instanceof RetryConfig retry) {
      return (P) new LoopingRetry(retry);
    }
    if (config instanceof TimeoutConfig timeout) {
      return (P) new WatchingTimeout(timeout);
    }
    if (config instanceof FallbackConfig<?> fallback) {
      return (P) new HandlingFallback<>(fallback);
    }
    if (config instanceof SourcesConfig<?> sources) {
      return (P) new OrderedSources<>(sources);
    }
    throw new UnsupportedOperationException(
        getClass().getName()
            + " has no policy for "
            + config.getClass().getName()
            + "; use a provider that has");
  }

  @Override
  public PolicyRuntime systemRuntime() {
    return SystemRuntime.shared();
  }

  @Override
  public PolicyRuntime newRuntime() {
    return SystemRuntime.create();
  }
}
