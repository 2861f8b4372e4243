package io.firmitas.tck.monitor;

import io.firmitas.fallback.FallbackConfig;
import io.firmitas.fallback.FallbackHandler;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Fallbacks with one mistake each. */
final class BrokenFallbacks {
  private BrokenFallbacks() {}

  static List<Broken> all() {
    return List.of(
        new Broken(
            "every failure is answered, whatever the handler is for",
            FallbackConfig.class,
            new MonitorProvider() {
              @Override
              <T> MonitorFallback<T> fallback(FallbackConfig<T> config) {
                return new MonitorFallback<T>(config) {
                  @Override
                  <I> boolean handles(FallbackHandler<I, T> handler, I input) {
                    return input instanceof Throwable || super.handles(handler, input);
                  }
                };
              }
            }),
        new Broken(
            "exceptions of others are modified",
            FallbackConfig.class,
            new MonitorProvider() {
              @Override
              <T> MonitorFallback<T> fallback(FallbackConfig<T> config) {
                return new MonitorFallback<T>(config) {
                  @Override
                  boolean isOurs(Throwable thrown) {
                    return true;
                  }
                };
              }
            }),
        new Broken(
            "the answer of a cancelled call is not cancelled",
            FallbackConfig.class,
            new MonitorProvider() {
              @Override
              <T> MonitorFallback<T> fallback(FallbackConfig<T> config) {
                return new MonitorFallback<T>(config) {
                  @Override
                  void cancel(CompletableFuture<?> stage) {}
                };
              }
            }));
  }
}
