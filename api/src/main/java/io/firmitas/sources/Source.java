package io.firmitas.sources;

import io.firmitas.internal.Arguments;

/**
 * One source: an immutable entry in the list of a {@link Sources}.
 *
 * @param name its name, unique within the list; used in status, events and messages
 * @param value what stands for it, for example its base address; handed to the calls
 * @param priority its priority; lower numbers are tried first, equal ones in the order of adding
 * @param enabled whether it is used at all
 * @param <S> the type of the value
 */
public record Source<S>(String name, S value, int priority, boolean enabled) {
  /**
   * Checks the name and the value.
   *
   * @param name its name, not blank
   * @param value what stands for it
   * @param priority its priority
   * @param enabled whether it is used at all
   */
  public Source {
    Arguments.notBlank("source name", name);
    Arguments.notNull("source value", value);
  }

  /**
   * An enabled source with priority 0.
   *
   * @param name its name
   * @param value what stands for it
   * @param <S> the type of the value
   * @return the source
   */
  public static <S> Source<S> of(String name, S value) {
    return new Source<>(name, value, 0, true);
  }

  /**
   * This source with another priority.
   *
   * @param newPriority the priority; lower numbers are tried first
   * @return a new source
   */
  public Source<S> withPriority(int newPriority) {
    return new Source<>(name, value, newPriority, enabled);
  }

  /**
   * This source, used or not.
   *
   * @param newEnabled whether it is used
   * @return a new source
   */
  public Source<S> withEnabled(boolean newEnabled) {
    return new Source<>(name, value, priority, newEnabled);
  }
}
