package io.firmitas.cdi.internal.settings;

import io.firmitas.cdi.FallbackHandler;
import io.firmitas.cdi.Switch;
import io.firmitas.cdi.Unset;
import io.firmitas.retry.DelayFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The types of settings. */
final class ValueTypes {
  private static final Set<String> TRUE = Set.of("true", "yes", "on", "1");
  private static final Set<String> FALSE = Set.of("false", "no", "off", "0");

  private ValueTypes() {}

  /** Reads a text. */
  @FunctionalInterface
  private interface Parser<V> {
    V parse(String text, ClassLoader loader) throws BadValueException;
  }

  /**
   * A type from its parser and from what an annotation member means; a member that is a text is
   * parsed.
   */
  private record Simple<V>(
      String description, Parser<V> parser, Function<Object, @Nullable V> reader)
      implements ValueType<V> {
    @Override
    public V parse(String text, ClassLoader loader) throws BadValueException {
      return parser.parse(text.trim(), loader);
    }

    @Override
    public @Nullable V read(Object member) throws BadValueException {
      if (member instanceof String text && !description.equals(TEXT_DESCRIPTION)) {
        return text.equals(Unset.TEXT)
            ? null
            : parser.parse(text, ValueTypes.class.getClassLoader());
      }
      return reader.apply(member);
    }
  }

  private static final String TEXT_DESCRIPTION = "text";

  static final ValueType<Integer> WHOLE_NUMBER =
      new Simple<>("whole number", (text, loader) -> wholeNumber(text, ""), ValueTypes::number);

  static final ValueType<Integer> COUNT_OR_UNLIMITED =
      new Simple<>(
          "whole number or unlimited",
          (text, loader) ->
              text.equalsIgnoreCase("unlimited")
                  ? Integer.MAX_VALUE
                  : wholeNumber(text, " or unlimited"),
          ValueTypes::number);

  static final ValueType<Double> DECIMAL =
      new Simple<>(
          "decimal number",
          (text, loader) -> decimal(text),
          member -> Double.isNaN((Double) member) ? null : (Double) member);

  static final ValueType<Duration> DURATION =
      new Simple<>("duration", (text, loader) -> DurationText.parse(text), member -> null);

  static final ValueType<Boolean> BOOLEAN =
      new Simple<>(
          "true or false",
          (text, loader) -> bool(text),
          member -> member == Switch.UNSET ? null : Boolean.valueOf(member == Switch.ON));

  static final ValueType<String> TEXT =
      new Simple<>(
          TEXT_DESCRIPTION,
          (text, loader) -> text,
          member -> member.equals(Unset.TEXT) ? null : (String) member);

  static final ValueType<List<String>> TEXTS =
      new Simple<>(
          "texts separated by commas, or none",
          (text, loader) -> texts(text),
          member -> ((String[]) member).length == 0 ? null : List.of((String[]) member));

  static final ValueType<List<Class<? extends Throwable>>> FAILURE_TYPES =
      new Simple<>(
          "exception classes separated by commas, or none",
          ValueTypes::failureTypes,
          member -> ((Class<?>[]) member).length == 0 ? null : failureTypes((Class<?>[]) member));

  static final ValueType<Class<?>> HANDLER = classOf(FallbackHandler.class);

  static final ValueType<Class<?>> CONDITION = classOf(Predicate.class);

  static final ValueType<Class<?>> DELAY_FUNCTION = classOf(DelayFunction.class);

  static final ValueType<Class<?>> TIME_FUNCTION = classOf(Function.class);

  static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
    List<E> values =
        Arrays.stream(type.getEnumConstants())
            .filter(value -> !value.name().equals("UNSET"))
            .toList();
    String names = values.stream().map(ValueTypes::kebab).collect(Collectors.joining(", "));
    return new Simple<>(
        "one of " + names,
        (text, loader) -> {
          for (E value : values) {
            if (kebab(value).equals(text.toLowerCase(Locale.ROOT))) {
              return value;
            }
          }
          throw new BadValueException(
              "\"" + text + "\" is not one of " + names, "write one of " + names);
        },
        member -> {
          E value = type.cast(member);
          return value.name().equals("UNSET") ? null : value;
        });
  }

  private static String kebab(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static @Nullable Integer number(Object member) {
    Integer value = (Integer) member;
    return value == Unset.NUMBER ? null : value;
  }

  private static Integer wholeNumber(String text, String alternative) throws BadValueException {
    try {
      return Integer.valueOf(text.replace("_", ""));
    } catch (NumberFormatException notNumber) {
      throw new BadValueException(
          "\"" + text + "\" is not a whole number" + (alternative.isEmpty() ? "" : alternative),
          "write a number of at most " + Integer.MAX_VALUE + alternative);
    }
  }

  private static Double decimal(String text) throws BadValueException {
    try {
      double value = Double.parseDouble(text);
      if (!Double.isNaN(value) && !Double.isInfinite(value)) {
        return value;
      }
    } catch (NumberFormatException notNumber) {
      // told below
    }
    throw new BadValueException(
        "\"" + text + "\" is not a decimal number", "write a number like 0.5");
  }

  private static Boolean bool(String text) throws BadValueException {
    String lower = text.toLowerCase(Locale.ROOT);
    if (TRUE.contains(lower)) {
      return true;
    }
    if (FALSE.contains(lower)) {
      return false;
    }
    throw new BadValueException(
        "\"" + text + "\" is neither true nor false",
        "write true, yes, on or 1, or false, no, off or 0");
  }

  /** A backslash before a comma makes it a part of the text, as in MicroProfile Config. */
  private static List<String> texts(String text) throws BadValueException {
    if (text.equalsIgnoreCase("none")) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (String part : text.split("(?<!\\\\),", -1)) {
      if (part.isBlank()) {
        throw new BadValueException(
            "\"" + text + "\" has an empty part", "write texts separated by single commas");
      }
      texts.add(part.replace("\\,", ",").trim());
    }
    return List.copyOf(texts);
  }

  private static List<Class<? extends Throwable>> failureTypes(Class<?>[] types) {
    return Arrays.stream(types)
        .<Class<? extends Throwable>>map(type -> type.asSubclass(Throwable.class))
        .toList();
  }

  private static List<Class<? extends Throwable>> failureTypes(String text, ClassLoader loader)
      throws BadValueException {
    if (text.equalsIgnoreCase("none")) {
      return List.of();
    }
    List<Class<? extends Throwable>> types = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      Class<?> type = load(name.trim(), loader);
      if (!Throwable.class.isAssignableFrom(type)) {
        throw new BadValueException(
            "class " + type.getName() + " is not an exception", "name a subclass of Throwable");
      }
      types.add(type.asSubclass(Throwable.class));
    }
    return List.copyOf(types);
  }

  /** Classes of code; a member that is left out is the type itself, or one of {@link Unset}. */
  private static ValueType<Class<?>> classOf(Class<?> type) {
    return new Simple<>(
        "class that implements " + type.getSimpleName(),
        (text, loader) -> implementation(text, loader, type),
        member ->
            member == type || ((Class<?>) member).getEnclosingClass() == Unset.class
                ? null
                : (Class<?>) member);
  }

  private static Class<?> implementation(String text, ClassLoader loader, Class<?> wanted)
      throws BadValueException {
    Class<?> type = load(text, loader);
    if (!wanted.isAssignableFrom(type)) {
      throw new BadValueException(
          "class " + type.getName() + " is no " + wanted.getSimpleName(),
          "implement " + wanted.getName());
    }
    return type;
  }

  private static Class<?> load(String name, ClassLoader loader) throws BadValueException {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError missing) {
      throw new BadValueException(
          "class \"" + name + "\" cannot be found",
          "write the full name of a class that the application can load; nested classes with $");
    }
  }
}
