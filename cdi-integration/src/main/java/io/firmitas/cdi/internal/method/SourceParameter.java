package io.firmitas.cdi.internal.method;

import java.lang.reflect.Type;

/**
 * A parameter that is marked to get the source.
 *
 * @param index which parameter it is
 * @param type its type in the bean class
 */
public record SourceParameter(int index, Type type) {
  /** The type without type arguments. */
  public Class<?> rawType() {
    return ResolvedType.erase(type);
  }
}
