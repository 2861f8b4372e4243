package io.firmitas.cdi.internal.method;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.List;

/**
 * Whether a value of one resolved type can be used as another. Raw types are accepted as the
 * language does.
 */
public final class Assignability {
  private Assignability() {}

  /**
   * Whether {@code from} can be assigned to {@code to}; primitives and their wrappers are the same.
   */
  public static boolean isAssignable(Type to, Type from) {
    Type target = ResolvedType.box(to);
    Type source = ResolvedType.box(from);
    if (target.equals(source) || target == Object.class) {
      return true;
    }
    if (!ResolvedType.erase(target).isAssignableFrom(ResolvedType.erase(source))) {
      return false;
    }
    if (target instanceof ParameterizedType parameterized) {
      return argumentsFit(parameterized, source);
    }
    return !(target instanceof TypeVariable<?>);
  }

  private static boolean argumentsFit(ParameterizedType target, Type source) {
    List<Type> actual = new HierarchyTypes(source).argumentsFor((Class<?>) target.getRawType());
    Type[] wanted = target.getActualTypeArguments();
    for (int index = 0; index < actual.size(); index++) {
      if (!contains(wanted[index], actual.get(index))) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(Type wanted, Type actual) {
    if (wanted instanceof WildcardType wildcard) {
      for (Type upper : wildcard.getUpperBounds()) {
        if (!isAssignable(upper, actual)) {
          return false;
        }
      }
      for (Type lower : wildcard.getLowerBounds()) {
        if (!isAssignable(actual, lower)) {
          return false;
        }
      }
      return true;
    }
    return wanted.equals(actual);
  }
}
