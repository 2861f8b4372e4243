package io.firmitas.cdi.internal.settings;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Values as they are written in keys. */
public final class ValueText {
  private ValueText() {}

  /** The text of a value. */
  public static String of(Object value) {
    if (value instanceof Duration duration) {
      return ofDuration(duration);
    }
    if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    if (value instanceof Class<?> type) {
      return type.getName();
    }
    if (value instanceof List<?> list) {
      return list.isEmpty()
          ? "none"
          : list.stream().map(ValueText::ofPart).collect(Collectors.joining(","));
    }
    return value.equals(Integer.MAX_VALUE) ? "unlimited" : value.toString();
  }

  private static String ofPart(Object value) {
    return of(value).replace(",", "\\,");
  }

  private static String ofDuration(Duration duration) {
    if (duration.equals(Duration.ofSeconds(duration.toSeconds()))) {
      return duration.toSeconds() + "s";
    }
    boolean hasMillis = duration.toSeconds() < 1_000_000;
    return hasMillis && duration.equals(Duration.ofMillis(duration.toMillis()))
        ? duration.toMillis() + "ms"
        : duration.toString();
  }
}
