package io.firmitas.breaker;

/** Whether a circuit breaker decides by itself or was told what to do. */
public enum CircuitBreakerMode {
  /** Outcomes and time decide. */
  AUTOMATIC,
  /** Every call is rejected until {@link CircuitBreaker#reset()}; time changes nothing. */
  FORCED_OPEN,
  /** Every call passes and nothing is recorded until {@link CircuitBreaker#reset()}. */
  DISABLED
}
