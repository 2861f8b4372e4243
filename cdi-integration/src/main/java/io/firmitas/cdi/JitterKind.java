package io.firmitas.cdi;

/**
 * What spreads the delays of a {@link Retry}. In configuration keys in kebab case: {@code full},
 * {@code plus-minus}, ...
 */
public enum JitterKind {
  /** Left out; full in the end. */
  UNSET,
  /** No jitter. */
  NONE,
  /** Uniform between zero and the delay. */
  FULL,
  /** Half of the delay, and uniform between zero and the other half on top. */
  EQUAL,
  /** The delay plus or minus a share of it, {@link Retry#jitterFactor()}. */
  PROPORTIONAL,
  /** The delay, and up to {@link Retry#jitterAmount()} on top. */
  ADDITIVE,
  /** The delay plus or minus up to {@link Retry#jitterAmount()}, never below zero. */
  PLUS_MINUS
}
