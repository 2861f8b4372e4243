package io.firmitas.event;

import java.util.Locale;

/** The states of a circuit breaker. */
public enum CircuitState {
  /** Calls pass; their outcomes are counted. */
  CLOSED,
  /** Calls are rejected until the open time has passed. */
  OPEN,
  /**
   * A limited number of probes pass; their outcomes decide whether the breaker closes or opens
   * again.
   */
  HALF_OPEN;

  /**
   * The state in lower case, for texts: {@code closed}, {@code open}, {@code half_open}.
   *
   * @return the text form, accepted by {@link #parse}
   */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads the text form, in any case, with an underscore or a hyphen.
   *
   * @param text the text, for example {@code half_open} or {@code half-open}
   * @return the state
   * @throws IllegalArgumentException when the text names no state
   */
  public static CircuitState parse(String text) {
    for (CircuitState state : values()) {
      if (state.text().equals(text.toLowerCase(Locale.ROOT).replace('-', '_'))) {
        return state;
      }
    }
    throw new IllegalArgumentException(
        "state must be closed, open or half_open but is \"" + text + "\"");
  }
}
