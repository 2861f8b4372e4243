package io.firmitas.cdi.internal.fallback;

import io.firmitas.cdi.internal.method.GuardedMethod;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;

/** Converts the text of a fallback value to what the guarded method answers with. */
final class FallbackValue {
  private FallbackValue() {}

  /**
   * Converts a text.
   *
   * @return the value; {@code null} for a method that returns nothing
   * @throws IllegalArgumentException when that cannot be done; the message says why
   */
  static @Nullable Object convert(Config config, GuardedMethod guarded, String text) {
    Type answer = guarded.answerType();
    Class<?> raw =
        answer instanceof ParameterizedType parameterized
            ? (Class<?>) parameterized.getRawType()
            : answer instanceof Class<?> plain ? plain : Object.class;
    if (raw == void.class || raw == Void.class) {
      if (text.isEmpty()) {
        return null;
      }
      throw new IllegalArgumentException(
          "the method returns nothing, so the value must be the empty text");
    }
    if (raw == String.class || raw == Object.class || raw == CharSequence.class) {
      return text;
    }
    return convert(config, MethodType.methodType(raw).wrap().returnType(), text);
  }

  private static Object convert(Config config, Class<?> type, String text) {
    Optional<? extends Converter<?>> converter = config.getConverter(type);
    if (converter.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no converter for "
              + type.getName()
              + "; use a fallback method or handler instead");
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
