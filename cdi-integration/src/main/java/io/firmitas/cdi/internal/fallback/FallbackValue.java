package io.firmitas.cdi.internal.fallback;

import io.firmitas.cdi.internal.config.ConvertedText;
import io.firmitas.cdi.internal.method.GuardedMethod;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.eclipse.microprofile.config.Config;
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
    try {
      return ConvertedText.of(config, MethodType.methodType(raw).wrap().returnType(), text);
    } catch (IllegalArgumentException unusable) {
      throw new IllegalArgumentException(
          unusable.getMessage() + "; use a fallback method or handler instead", unusable);
    }
  }
}
