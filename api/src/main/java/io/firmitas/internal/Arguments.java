package io.firmitas.internal;

import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Checks of arguments. Every message names the parameter, the value, the bound and the remedy. */
public final class Arguments {
  private Arguments() {}

  /**
   * Refuses {@code null}.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @param <V> its type
   * @return the value
   */
  public static <V> V notNull(String parameter, @Nullable V value) {
    if (value == null) {
      throw new IllegalArgumentException(parameter + " must not be null; leave it unset to use the default");
    }
    return value;
  }

  /**
   * Refuses a number outside its bounds.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @param minimum the lowest allowed value
   * @return the value
   */
  public static int atLeast(String parameter, int value, int minimum) {
    if (value < minimum) {
      throw new IllegalArgumentException(
          parameter + " must be at least " + minimum + " but is " + value + "; give " + minimum + " or more");
    }
    return value;
  }

  /**
   * Refuses {@code null}, zero and negative durations.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @return the value
   */
  public static Duration positive(String parameter, @Nullable Duration value) {
    notNull(parameter, value);
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(
          parameter + " must be longer than zero but is " + value + "; give at least one nanosecond");
    }
    return value;
  }

  /**
   * Refuses {@code null} and negative durations.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @return the value
   */
  public static Duration notNegative(String parameter, @Nullable Duration value) {
    notNull(parameter, value);
    if (value.isNegative()) {
      throw new IllegalArgumentException(
          parameter + " must not be negative but is " + value + "; give zero or a positive duration");
    }
    return value;
  }

  /**
   * Refuses a number that is outside a range or not a number.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @param minimum the lowest allowed value
   * @param maximum the highest allowed value
   * @return the value
   */
  public static double between(String parameter, double value, double minimum, double maximum) {
    if (!(value >= minimum && value <= maximum)) {
      throw new IllegalArgumentException(
          parameter + " must be between " + minimum + " and " + maximum + " but is " + value);
    }
    return value;
  }

  /**
   * Refuses {@code null}, an empty collection and {@code null} members.
   *
   * @param parameter the parameter's name
   * @param values its values
   * @param <C> the collection's type
   * @return the values
   */
  public static <C extends Collection<?>> C notEmpty(String parameter, @Nullable C values) {
    notNull(parameter, values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException(
          parameter + " must name at least one but is empty; leave it unset to use the default");
    }
    for (Object value : values) {
      notNull("each member of " + parameter, value);
    }
    return values;
  }

  /**
   * Refuses {@code null} and blank text.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @return the value
   */
  public static String notBlank(String parameter, @Nullable String value) {
    notNull(parameter, value);
    if (value.isBlank()) {
      throw new IllegalArgumentException(parameter + " must not be blank but is \"" + value + "\"");
    }
    return value;
  }
}
