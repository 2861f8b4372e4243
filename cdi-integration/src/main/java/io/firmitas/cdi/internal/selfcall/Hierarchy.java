package io.firmitas.cdi.internal.selfcall;

import io.firmitas.cdi.internal.method.BeanMethods;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of a bean as code names them. */
final class Hierarchy {
  private final BeanMethods methods;
  private final Set<String> descriptors = new HashSet<>();

  Hierarchy(BeanMethods methods) {
    this.methods = methods;
    methods.hierarchy().forEach(type -> descriptors.add(type.descriptorString()));
  }

  /** Whether the bean has a type. */
  boolean has(String descriptor) {
    return descriptors.contains(descriptor);
  }

  /** Whether code names the class of the bean itself. */
  boolean isBeanClass(String owner) {
    return owner.equals(methods.beanClass().getName().replace('.', '/'));
  }

  /** Whether the method is the most derived declaration, or private. */
  boolean isLast(Method method) {
    return Modifier.isPrivate(method.getModifiers()) || method.equals(canonical(method));
  }

  /** What runs when a method is called on the bean. */
  @Nullable Method canonical(Method method) {
    return methods.canonicalFor(method);
  }

  /** The method that an instruction is about, or {@code null} when no class of the bean has it. */
  @Nullable Method resolve(String owner, String name, String descriptor) {
    List<Class<?>> classes = methods.types().classes();
    List<Class<?>> searched = new ArrayList<>();
    for (Class<?> type : classes) {
      if (!searched.isEmpty() || type.descriptorString().equals("L" + owner + ";")) {
        searched.add(type);
      }
    }
    searched.addAll(methods.types().interfaces());
    for (Class<?> type : searched) {
      Method found = declared(type, name, descriptor);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  static @Nullable Method declared(Class<?> type, String name, String descriptor) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(name) && descriptor.equals(descriptor(method)))
        .findFirst()
        .orElse(null);
  }

  private static String descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .descriptorString();
  }
}
