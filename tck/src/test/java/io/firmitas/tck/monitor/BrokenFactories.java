package io.firmitas.tck.monitor;

import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Providers that make good policies in the wrong way. */
final class BrokenFactories {
  private BrokenFactories() {}

  static List<Broken> all() {
    return List.of(
        new Broken(
            "one breaker for each configuration",
            CircuitBreakerConfig.class,
            new MonitorProvider() {
              private final Map<CircuitBreakerConfig, CircuitBreaker> made =
                  new ConcurrentHashMap<>();

              @Override
              CircuitBreaker breaker(CircuitBreakerConfig config) {
                return made.computeIfAbsent(config, super::breaker);
              }
            }),
        new Broken(
            "a refusal without a name",
            PolicyConfig.class,
            new MonitorProvider() {
              @Override
              public <P extends Policy<?>> P create(PolicyConfig<P> config) {
                try {
                  return super.create(config);
                } catch (UnsupportedOperationException refused) {
                  throw new UnsupportedOperationException();
                }
              }
            }),
        new Broken(
            "every new runtime is the same one",
            PolicyConfig.class,
            new MonitorProvider() {
              private final PolicyRuntime only = super.newRuntime();

              @Override
              public PolicyRuntime newRuntime() {
                return only;
              }
            }));
  }
}
