package io.firmitas.registry;

import io.firmitas.breaker.CircuitBreaker;

/** A breaker while it is being used: whoever holds this object keeps it from being forgotten. */
interface BreakerUse {
  /** The breaker. */
  CircuitBreaker breaker();

  /** Ends the use; to be called once. */
  void end();
}
