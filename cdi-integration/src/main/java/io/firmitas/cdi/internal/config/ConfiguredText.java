package io.firmitas.cdi.internal.config;

/**
 * A configured text and where it comes from.
 *
 * @param key the key
 * @param text the text
 * @param source the name of the source
 * @param ordinal the ordinal of the source
 */
public record ConfiguredText(String key, String text, String source, int ordinal) {
  /** The key, the text and the source, for messages. */
  public String describe() {
    return key + " = \"" + text + "\" (source " + source + ", ordinal " + ordinal + ")";
  }
}
