package io.firmitas.cdi.internal.settings;

import org.jspecify.annotations.Nullable;

/**
 * The type of a setting: reads values from text and from annotation members.
 *
 * @param <V> the values
 */
public interface ValueType<V> {
  /**
   * Reads a configured text.
   *
   * @param text the text, not empty
   * @param loader where classes are found
   * @return the value
   * @throws BadValueException when the text is not a value
   */
  V parse(String text, ClassLoader loader) throws BadValueException;

  /**
   * Reads an annotation member.
   *
   * @param member what the member returned
   * @return the value, or {@code null} when the member was left out
   * @throws BadValueException when the member is a text that is not a value
   */
  @Nullable V read(Object member) throws BadValueException;

  /** The type in a few words, for references and messages. */
  String description();
}
