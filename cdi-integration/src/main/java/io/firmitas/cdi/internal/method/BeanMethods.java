package io.firmitas.cdi.internal.method;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a bean class that can be intercepted, each once, and how any other form of them
 * leads to that one.
 */
public final class BeanMethods {
  private final Class<?> beanClass;
  private final HierarchyTypes types;
  private final Map<Signature, Method> canonical = new LinkedHashMap<>();

  /** Reads a bean class. */
  public BeanMethods(Class<?> beanClass) {
    this.beanClass = beanClass;
    types = new HierarchyTypes(beanClass);
    for (Class<?> type : types.classes()) {
      for (Method method : type.getDeclaredMethods()) {
        if (!method.isSynthetic() && isInstanceMethod(method)) {
          canonical.putIfAbsent(signatureOf(method), method);
        }
      }
    }
    for (Class<?> type : types.interfaces()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.isDefault() && !method.isSynthetic()) {
          canonical.putIfAbsent(signatureOf(method), method);
        }
      }
    }
  }

  private static boolean isInstanceMethod(Method method) {
    return (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
  }

  public Class<?> beanClass() {
    return beanClass;
  }

  public HierarchyTypes types() {
    return types;
  }

  /**
   * The most derived declaration of every method that is neither private nor static, without
   * bridges.
   */
  public Collection<Method> methods() {
    return canonical.values();
  }

  /**
   * The method that a container runs when it is asked for another form of it: an overridden one or
   * a bridge.
   */
  public @Nullable Method canonicalFor(Method method) {
    return canonical.get(signatureOf(method));
  }

  /**
   * The method that overrides a generic one of a superclass with other parameters, {@code
   * find(String)} for {@code find(K)}; {@code null} when it has the same parameters, or is not
   * overridden. A call through the superclass runs a bridge to it.
   */
  public @Nullable Method bridgedOverride(Method method) {
    Method override = method.isBridge() ? null : canonicalFor(method);
    boolean isOther =
        override != null
            && !override.equals(method)
            && !Arrays.equals(override.getParameterTypes(), method.getParameterTypes());
    return isOther ? override : null;
  }

  /**
   * All declarations of a name in classes and interfaces, whatever their modifiers, without
   * bridges; the most derived first.
   */
  public List<Method> declared(String name) {
    List<Method> found = new ArrayList<>();
    for (Class<?> type : hierarchy()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name) && !method.isSynthetic()) {
          found.add(method);
        }
      }
    }
    return found;
  }

  /** The class, its superclasses and all interfaces. */
  public List<Class<?>> hierarchy() {
    List<Class<?>> all = new ArrayList<>(types.classes());
    all.addAll(types.interfaces());
    return all;
  }

  /** The signature of any method of the hierarchy in the bean class. */
  public Signature signatureOf(Method method) {
    Method source = method.isBridge() ? bridged(method) : method;
    List<Class<?>> erased = new ArrayList<>();
    for (Type parameter : types.parametersOf(source)) {
      erased.add(ResolvedType.erase(parameter));
    }
    return new Signature(source.getName(), List.copyOf(erased));
  }

  /** A bridge has the erased parameters of the method of the supertype that it stands for. */
  private Method bridged(Method bridge) {
    for (Class<?> type : hierarchy()) {
      for (Method method : type.getDeclaredMethods()) {
        if (!method.isBridge()
            && method.getName().equals(bridge.getName())
            && List.of(method.getParameterTypes()).equals(List.of(bridge.getParameterTypes()))) {
          return method;
        }
      }
    }
    return bridge;
  }
}
