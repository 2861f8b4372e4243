package io.firmitas.tck.rules.hostile;

import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackBuilder;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutBuilder;
import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes policies with the provider under test, with a hook where it belongs. */
final class Workshop {
  private final Maker maker;
  private final PolicyRuntime runtime;
  private final EventRecorder events;
  private final @Nullable Hook<?> hook;
  private final Trap trap;

  /** The provider under test. */
  @FunctionalInterface
  interface Maker {
    <P extends Policy<?>> P create(PolicyConfig<P> config);
  }

  Workshop(
      Maker maker, PolicyRuntime runtime, EventRecorder events, @Nullable Hook<?> hook, Trap trap) {
    this.maker = maker;
    this.runtime = runtime;
    this.events = events;
    this.hook = hook;
    this.trap = trap;
  }

  CircuitBreaker breaker(CircuitBreakerBuilder settings) {
    return maker.create(prepared(settings).config());
  }

  Retry retry(RetryBuilder settings) {
    return maker.create(prepared(settings).config());
  }

  Timeout timeout(TimeoutBuilder settings) {
    return maker.create(prepared(settings).config());
  }

  Fallback<Object> fallback(FallbackBuilder<Object> settings) {
    prepared(settings)
        .on(IOException.class, down -> "cached")
        .on(
            AssertionError.class,
            broken -> {
              throw broken;
            });
    return maker.create(settings.config());
  }

  Sources<String> sources(SourcesBuilder<String> settings) {
    return maker.create(prepared(settings).config());
  }

  Predicate<Context> condition() {
    Hooks.Choice choice = new Hooks.Choice();
    if (hook != null) {
      hook.installInto(choice, trap);
    }
    return choice.condition;
  }

  private <B extends PolicyBuilder<B>> B prepared(B settings) {
    if (hook != null) {
      hook.installInto(settings, trap);
    }
    return settings.runtime(runtime).listener(events);
  }
}
