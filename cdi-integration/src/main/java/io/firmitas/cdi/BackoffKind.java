package io.firmitas.cdi;

/**
 * How the delays of a {@link Retry} grow. In configuration keys in lower case: {@code fixed},
 * {@code exponential}, ...
 */
public enum BackoffKind {
  /** Left out; exponential in the end. */
  UNSET,
  /** The same delay each time. */
  FIXED,
  /** Each delay is longer than the one before by {@link Retry#step()}. */
  LINEAR,
  /** Each delay is {@link Retry#multiplier()} times the one before. */
  EXPONENTIAL,
  /** The delay times 1, 1, 2, 3, 5, 8, ... */
  FIBONACCI,
  /**
   * Uniform between the delay and three times the delay waited before. Use it with {@link
   * JitterKind#NONE}.
   */
  DECORRELATED
}
