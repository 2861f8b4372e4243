package io.firmitas.examples.demo;

import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.impl.LockBasedProvider;
import io.firmitas.retry.RetryConfig;
import io.firmitas.timeout.TimeoutConfig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * House rules for every policy of the application, wherever it is made: all are watched, and every
 * retry honours {@code Retry-After}. It changes configurations and leaves the making of policies to
 * another provider. The system property {@code io.firmitas.provider} chooses it.
 */
public final class WatchedProvider implements PolicyProvider {
  private final PolicyProvider maker = new LockBasedProvider();
  private final Map<String, Terms> terms = new ConcurrentHashMap<>();
  private volatile PolicyListener listener = event -> {};

  /** For {@link java.util.ServiceLoader}. */
  public WatchedProvider() {}

  /** The provider of this application. */
  static WatchedProvider installed() {
    return (WatchedProvider) PolicyProvider.installed();
  }

  /** Sends events to this listener from now on. */
  void watch(PolicyListener newListener) {
    listener = newListener;
  }

  /** The settings of the policies made last for a source, wherever they came from. */
  Terms terms(Source source) {
    return terms.getOrDefault(source.text(), Terms.NONE);
  }

  private void publish(PolicyEvent event) {
    listener.onEvent(event);
  }

  @Override
  public <P extends Policy<?>> P create(PolicyConfig<P> config) {
    terms.merge(config.name(), Terms.NONE.with(config), (known, added) -> known.with(config));
    return maker.create(watched(config));
  }

  @SuppressWarnings("unchecked") // a builder makes a configuration of the kind it was made from
  private <P extends Policy<?>> PolicyConfig<P> watched(PolicyConfig<P> config) {
    if (config instanceof RetryConfig retry) {
      var builder = retry.toBuilder().listener(this::publish);
      return (PolicyConfig<P>)
          (retry.delayFor().isPresent()
                  ? builder
                  : builder.delayFor(ServerErrorException::retryAfter))
              .config();
    }
    if (config instanceof CircuitBreakerConfig breaker) {
      return (PolicyConfig<P>) breaker.toBuilder().listener(this::publish).config();
    }
    if (config instanceof TimeoutConfig timeout) {
      return (PolicyConfig<P>) timeout.toBuilder().listener(this::publish).config();
    }
    if (config instanceof FallbackConfig<?> fallback) {
      return (PolicyConfig<P>) fallback.toBuilder().listener(this::publish).config();
    }
    return config;
  }

  @Override
  public PolicyRuntime systemRuntime() {
    return maker.systemRuntime();
  }

  @Override
  public PolicyRuntime newRuntime() {
    return maker.newRuntime();
  }
}
