package io.firmitas.cdi.internal.method;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Generic types compared by structure: a {@link Class}, a {@link TypeVariable} or one of the
 * records here.
 */
final class ResolvedType {
  private ResolvedType() {}

  record Parameterized(Class<?> raw, List<Type> arguments) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return arguments.toArray(new Type[0]);
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return raw.getDeclaringClass();
    }

    @Override
    public String toString() {
      return raw.getTypeName()
          + arguments.stream().map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
    }
  }

  record Array(Type component) implements GenericArrayType {
    @Override
    public Type getGenericComponentType() {
      return component;
    }

    @Override
    public String toString() {
      return component.getTypeName() + "[]";
    }
  }

  record Wildcard(List<Type> upper, List<Type> lower) implements WildcardType {
    @Override
    public Type[] getUpperBounds() {
      return upper.toArray(new Type[0]);
    }

    @Override
    public Type[] getLowerBounds() {
      return lower.toArray(new Type[0]);
    }

    @Override
    public String toString() {
      return lower.isEmpty()
          ? "? extends " + upper.get(0).getTypeName()
          : "? super " + lower.get(0).getTypeName();
    }
  }

  /** The class of a type without its arguments; for a variable or wildcard, of its first bound. */
  static Class<?> erase(Type type) {
    if (type instanceof Class<?> plain) {
      return plain;
    }
    if (type instanceof ParameterizedType parameterized) {
      return (Class<?>) parameterized.getRawType();
    }
    if (type instanceof GenericArrayType array) {
      return erase(array.getGenericComponentType()).arrayType();
    }
    if (type instanceof TypeVariable<?> variable) {
      return erase(variable.getBounds()[0]);
    }
    if (type instanceof WildcardType wildcard) {
      return erase(wildcard.getUpperBounds()[0]);
    }
    throw new AssertionError(type);
  }

  /** The wrapper of a primitive type; other types as they are. */
  static Type box(Type type) {
    return type instanceof Class<?> plain
        ? java.lang.invoke.MethodType.methodType(plain).wrap().returnType()
        : type;
  }

  static List<Type> listOf(Type[] types) {
    return Arrays.asList(types);
  }
}
