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
      throw new IllegalArgumentException(
          parameter + " must not be null; give a value, or leave it out where it is optional");
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
    return atLeast(parameter, value, minimum, "give " + minimum + " or more");
  }

  /**
   * Refuses a number that is too small.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @param minimum the lowest allowed value
   * @param remedy what to do instead
   * @return the value
   */
  public static int atLeast(String parameter, int value, int minimum, String remedy) {
    if (value < minimum) {
      throw new IllegalArgumentException(
          parameter + " must be at least " + minimum + " but is " + value + "; " + remedy);
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
    Duration duration = notNull(parameter, value);
    if (duration.isZero() || duration.isNegative()) {
      throw new IllegalArgumentException(
          parameter
              + " must be longer than zero but is "
              + value
              + "; give at least one nanosecond");
    }
    return duration;
  }

  /**
   * Refuses {@code null} and negative durations.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @return the value
   */
  public static Duration notNegative(String parameter, @Nullable Duration value) {
    Duration duration = notNull(parameter, value);
    if (duration.isNegative()) {
      throw new IllegalArgumentException(
          parameter
              + " must not be negative but is "
              + value
              + "; give zero or a positive duration");
    }
    return duration;
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
          parameter
              + " must be between "
              + minimum
              + " and "
              + maximum
              + " but is "
              + value
              + "; give a number in that range");
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
    C members = notNull(parameter, values);
    if (members.isEmpty()) {
      throw new IllegalArgumentException(
          parameter + " must name at least one but is empty; leave it unset to use the default");
    }
    for (Object value : members) {
      notNull("each member of " + parameter, value);
    }
    return members;
  }

  /**
   * Refuses {@code null} and blank text.
   *
   * @param parameter the parameter's name
   * @param value its value
   * @return the value
   */
  public static String notBlank(String parameter, @Nullable String value) {
    String text = notNull(parameter, value);
    if (text.isBlank()) {
      throw new IllegalArgumentException(
          parameter + " must not be blank but is \"" + value + "\"; give it a visible character");
    }
    return text;
  }
}
