package io.firmitas.registry;

/**
 * The kinds of policies that a name can have in a {@link PolicyRegistry}, in the order in which
 * they are nested by default: the first is the outermost.
 */
public enum PolicyKind {
  /** A {@link io.firmitas.retry.Retry}. */
  RETRY,
  /** A {@link io.firmitas.breaker.CircuitBreaker}. */
  CIRCUIT_BREAKER,
  /** A {@link io.firmitas.timeout.Timeout}. */
  TIMEOUT
}
