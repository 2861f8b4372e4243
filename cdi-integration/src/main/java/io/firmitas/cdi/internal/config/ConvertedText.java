package io.firmitas.cdi.internal.config;

import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;

/** Values that MicroProfile Config's converters make from text. */
public final class ConvertedText {
  private ConvertedText() {}

  /**
   * Converts a text.
   *
   * @param type the type, not a primitive one
   * @throws IllegalArgumentException when that cannot be done; the message says why
   */
  public static Object of(Config config, Class<?> type, String text) {
    Optional<? extends Converter<?>> converter = config.getConverter(type);
    if (converter.isEmpty()) {
      throw new IllegalArgumentException("there is no converter for " + type.getName());
    }
    Object value = convertWith(converter.get(), text, type);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("\"" + text + "\" is no " + type.getName());
    }
    return value;
  }

  private static @Nullable Object convertWith(Converter<?> converter, String text, Class<?> type) {
    try {
      return converter.convert(text);
    } catch (RuntimeException bad) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no " + type.getName() + " (" + bad.getMessage() + ")", bad);
    }
  }
}
