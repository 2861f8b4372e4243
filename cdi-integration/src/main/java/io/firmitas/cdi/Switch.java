package io.firmitas.cdi;

/**
 * An on-off member of an annotation that may also be left out. In configuration keys: {@code true}
 * or {@code false}.
 */
public enum Switch {
  /** Left out. */
  UNSET,
  /** On. */
  ON,
  /** Off. */
  OFF
}
