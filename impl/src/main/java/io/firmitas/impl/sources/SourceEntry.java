package io.firmitas.impl.sources;

import io.firmitas.Context;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.Listeners;
import io.firmitas.event.SourceEvent;
import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.event.SourceSwitchedOn;
import io.firmitas.impl.breaker.LockingCircuitBreaker;
import io.firmitas.sources.Source;
import io.firmitas.sources.SourceDisabledException;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.SourcesConfig;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * One source with its circuit breaker.
 *
 * <p>What the breaker tells while it records an outcome is kept until the outcome itself has been
 * told, so that listeners hear of the failure before they hear that it switched the source off.
 */
final class SourceEntry<S> {
  final Source<S> source;
  final CircuitBreaker breaker;
  private final SourcesConfig<S> config;
  private final boolean skipped;
  private final Context fromRoot;
  private final Context fromRootCold;
  private final ConcurrentLinkedQueue<SourceEvent> untold = new ConcurrentLinkedQueue<>();

  SourceEntry(
      SourcesConfig<S> config,
      Source<S> source,
      boolean skipped,
      Predicate<? super Throwable> isFatal) {
    this.config = config;
    this.source = source;
    this.skipped = skipped;
    fromRoot = config.contextOf(source, Context.root(), false);
    fromRootCold = config.contextOf(source, Context.root(), true);
    breaker =
        LockingCircuitBreaker.of(listening(config.breaker(source).ignoreIf(isFatal)).config());
  }

  private CircuitBreakerBuilder listening(CircuitBreakerBuilder builder) {
    if (config.listeners().wants(SourceSwitchedOff.class)) {
      builder.onOpen(changed -> untold.add(switchedOff(changed)));
    }
    if (config.listeners().wants(SourceSwitchedOn.class)) {
      builder.onClose(changed -> untold.add(new SourceSwitchedOn(config.name(), source.name())));
    }
    return builder;
  }

  private SourceSwitchedOff switchedOff(CircuitStateChanged changed) {
    return new SourceSwitchedOff(
        config.name(),
        source.name(),
        changed.failures(),
        config.openTime().orElse(null),
        changed.failure());
  }

  /** Publishes what the breaker has told. */
  void tell(Listeners listeners) {
    for (SourceEvent event = untold.poll(); event != null; event = untold.poll()) {
      listeners.publish(event);
    }
  }

  boolean inUse() {
    return source.enabled() && !skipped;
  }

  /** Whether a failure is the refusal of this source's own breaker: the source was not called. */
  boolean refused(Throwable failure) {
    return failure instanceof CircuitOpenException open && open.policyName().equals(breaker.name());
  }

  SourceDisabledException disabled() {
    return new SourceDisabledException(config.name(), source.name(), skipped, config.stackTraces());
  }

  Context contextOf(Context context, boolean cold) {
    if (context == Context.root()) {
      return cold ? fromRootCold : fromRoot;
    }
    return config.contextOf(source, context, cold);
  }

  SourceStatus<S> status() {
    return new SourceStatus<>(
        source.name(),
        source.value(),
        source.priority(),
        source.enabled(),
        skipped,
        breaker.snapshot());
  }
}
