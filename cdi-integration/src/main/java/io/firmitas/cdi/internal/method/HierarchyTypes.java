package io.firmitas.cdi.internal.method;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the type variables of the supertypes of a class are in that class. Immutable after
 * construction.
 */
public final class HierarchyTypes {
  private final Map<TypeVariable<?>, Type> variables = new HashMap<>();
  private final List<Class<?>> classes = new ArrayList<>();
  private final Set<Class<?>> interfaces = new LinkedHashSet<>();

  /** Reads the hierarchy of a class. */
  public HierarchyTypes(Type root) {
    Class<?> raw = bind(root);
    for (Class<?> type = raw; type != null && type != Object.class; type = type.getSuperclass()) {
      classes.add(type);
      bindSupertype(type.getGenericSuperclass());
    }
    if (raw.isInterface()) {
      interfaces.add(raw);
    }
    classes.forEach(this::addInterfacesOf);
  }

  private Class<?> bind(Type type) {
    Class<?> raw = ResolvedType.erase(type);
    if (type instanceof ParameterizedType parameterized) {
      TypeVariable<?>[] names = raw.getTypeParameters();
      Type[] arguments = parameterized.getActualTypeArguments();
      for (int index = 0; index < names.length; index++) {
        variables.putIfAbsent(names[index], resolve(arguments[index]));
      }
    }
    return raw;
  }

  private void bindSupertype(@Nullable Type type) {
    if (type != null) {
      bind(type);
    }
  }

  private void addInterfacesOf(Class<?> type) {
    for (Type generic : type.getGenericInterfaces()) {
      Class<?> raw = bind(generic);
      if (interfaces.add(raw)) {
        addInterfacesOf(raw);
      }
    }
  }

  /** The class and its superclasses without {@link Object}, the class itself first. */
  public List<Class<?>> classes() {
    return classes;
  }

  /** All interfaces, those of subclasses and subinterfaces first. */
  public Set<Class<?>> interfaces() {
    return interfaces;
  }

  /** A type with its variables replaced as far as they are known. */
  public Type resolve(Type type) {
    return resolve(type, Map.of());
  }

  /**
   * A type with its variables replaced; those of a generic method are given, since they are
   * nobody's but the method's.
   */
  public Type resolve(Type type, Map<TypeVariable<?>, Type> ofMethod) {
    if (type instanceof TypeVariable<?> variable) {
      Type known = ofMethod.getOrDefault(variable, variables.get(variable));
      return known == null ? variable : known;
    }
    if (type instanceof ParameterizedType parameterized) {
      return new ResolvedType.Parameterized(
          (Class<?>) parameterized.getRawType(),
          resolveAll(parameterized.getActualTypeArguments(), ofMethod));
    }
    if (type instanceof GenericArrayType array) {
      Type component = resolve(array.getGenericComponentType(), ofMethod);
      return component instanceof Class<?> plain
          ? plain.arrayType()
          : new ResolvedType.Array(component);
    }
    if (type instanceof WildcardType wildcard) {
      return new ResolvedType.Wildcard(
          resolveAll(wildcard.getUpperBounds(), ofMethod),
          resolveAll(wildcard.getLowerBounds(), ofMethod));
    }
    return type;
  }

  private List<Type> resolveAll(Type[] types, Map<TypeVariable<?>, Type> ofMethod) {
    return Arrays.stream(types).map(type -> resolve(type, ofMethod)).toList();
  }

  /** The parameter types of a method with variables replaced. */
  public List<Type> parametersOf(Method method) {
    return resolveAll(method.getGenericParameterTypes(), Map.of());
  }

  /**
   * What a class gives for the only type parameter of one of its supertypes, without arguments of
   * its own; {@link Object} when it is used raw.
   */
  public static Class<?> rawArgument(Class<?> type, Class<?> supertype) {
    return ResolvedType.erase(new HierarchyTypes(type).resolve(supertype.getTypeParameters()[0]));
  }

  /**
   * The arguments that the type has for the parameters of one of its supertypes; empty when it is
   * used raw.
   */
  List<Type> argumentsFor(Class<?> supertype) {
    List<Type> arguments = new ArrayList<>();
    for (TypeVariable<?> parameter : supertype.getTypeParameters()) {
      Type argument = variables.get(parameter);
      if (argument == null) {
        return List.of();
      }
      arguments.add(argument);
    }
    return arguments;
  }
}
