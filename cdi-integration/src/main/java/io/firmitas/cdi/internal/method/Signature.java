package io.firmitas.cdi.internal.method;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What identifies a method in a bean class: its name and its parameter types, resolved in that
 * class and erased. A generic method of a supertype, its override and the bridge between them have
 * the same signature.
 *
 * @param name the method's name
 * @param parameters its parameter types
 */
public record Signature(String name, List<Class<?>> parameters) {
  @Override
  public String toString() {
    return name
        + parameters.stream().map(Class::getTypeName).collect(Collectors.joining(",", "(", ")"));
  }
}
