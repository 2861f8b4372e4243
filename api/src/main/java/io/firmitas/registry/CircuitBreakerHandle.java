package io.firmitas.registry;

import io.firmitas.ContextKey;
import io.firmitas.breaker.CircuitBreaker;

/** The handle of a breaker. */
final class CircuitBreakerHandle extends StandIn {
  private final Current<NamedBreaker> current;

  CircuitBreakerHandle(Current<NamedBreaker> current) {
    super(ContextKey.named("breaker of the gate"));
    this.current = current;
  }

  /** The current breaker; nothing happens at the end of a use, so one object serves all calls. */
  record NamedBreaker(CircuitBreaker breaker) implements BreakerUse {
    @Override
    public void end() {}
  }

  @Override
  BreakerUse use() {
    return current.get();
  }
}
