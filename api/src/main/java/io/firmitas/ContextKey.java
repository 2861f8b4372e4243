package io.firmitas;

import io.firmitas.internal.Arguments;

/**
 * The key of a value that travels in a {@link Context}. Two keys are the same only when they are
 * the same object.
 *
 * @param <V> the type of the value
 */
@SuppressWarnings("UnusedTypeParameter") // it types the value that the key stands for
public final class ContextKey<V> {
  private final String name;

  private ContextKey(String name) {
    this.name = name;
  }

  /**
   * Makes a key.
   *
   * @param name a name for people, shown by {@link Context#toString()}
   * @param <V> the type of the value
   * @return a new key, different from every other
   */
  public static <V> ContextKey<V> named(String name) {
    return new ContextKey<>(Arguments.notBlank("name", name));
  }

  @Override
  public String toString() {
    return name;
  }
}
