package io.firmitas.cdi.extension;

import io.firmitas.cdi.PolicyBinding;
import io.firmitas.cdi.internal.method.BeanMethods;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.util.AnnotationLiteral;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Binds the interceptor to the generic methods of superclasses that guarded methods override with
 * other parameters: {@code find(String)} for {@code find(K)}. A call through the superclass runs a
 * bridge. Weld intercepts what the bridge calls and ignores this binding; OpenWebBeans intercepts
 * only the method of the superclass, which carries no annotation of its own.
 */
final class BridgedOverrides {
  private final BeanMethods methods;

  BridgedOverrides(Class<?> type) {
    methods = new BeanMethods(type);
  }

  void bind(ProcessAnnotatedType<?> event) {
    if (event.getAnnotatedType().getMethods().stream().anyMatch(this::isBridged)) {
      event
          .configureAnnotatedType()
          .filterMethods(this::isBridged)
          .forEach(method -> method.add(new BindingLiteral()));
    }
  }

  private boolean isBridged(AnnotatedMethod<?> annotated) {
    Method override = methods.bridgedOverride(annotated.getJavaMember());
    return override != null && carriesBinding(override.getAnnotations(), new HashSet<>());
  }

  private static boolean carriesBinding(Annotation[] annotations, Set<Class<?>> seen) {
    return Arrays.stream(annotations)
        .map(Annotation::annotationType)
        .filter(seen::add)
        .anyMatch(
            type -> type == PolicyBinding.class || carriesBinding(type.getAnnotations(), seen));
  }

  private static final class BindingLiteral extends AnnotationLiteral<PolicyBinding>
      implements PolicyBinding {
    private static final long serialVersionUID = 1L;
  }
}
