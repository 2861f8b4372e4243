package io.firmitas.cdi.internal;

import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.AnnotationUse;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.ContainerKind;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * Looks for calls that OpenWebBeans does not intercept and other containers do: of inherited
 * default methods that an annotation on the bean class is about, and, where the portable extension
 * has not bound them, of a generic method of a superclass that a guarded method overrides.
 */
final class UninterceptedCheck {
  private final BeanContainer beans;
  private final boolean bound;
  private final Problems problems;

  /**
   * Makes a check.
   *
   * @param bound whether the portable extension has seen the classes
   */
  UninterceptedCheck(BeanContainer beans, boolean bound, Problems problems) {
    this.beans = beans;
    this.bound = bound;
    this.problems = problems;
  }

  void check(Collection<? extends AnnotatedType<?>> types) {
    if (ContainerKind.of(beans) == ContainerKind.OPEN_WEB_BEANS) {
      types.forEach(this::check);
    }
  }

  private void check(AnnotatedType<?> type) {
    BeanMethods methods = new BeanMethods(type.getJavaClass());
    PolicyAnnotations annotations = new PolicyAnnotations(beans, type);
    for (Method method : methods.methods()) {
      if (method.isDefault() && uses(annotations, method).anyMatch(use -> !use.onMethod())) {
        warnAboutDefault(type.getJavaClass(), method);
      }
    }
    if (!bound) {
      checkBridged(methods, annotations);
    }
  }

  private static Stream<AnnotationUse> uses(PolicyAnnotations annotations, Method method) {
    return Stream.concat(
        annotations.of(method).values().stream(), annotations.guardedBy(method).stream());
  }

  private void warnAboutDefault(Class<?> beanClass, Method method) {
    problems.warn(
        "the policies of class " + beanClass.getName(),
        "have no effect on " + nameOf(method) + ": OpenWebBeans does not intercept default methods",
        "override the method in the class");
  }

  private void checkBridged(BeanMethods methods, PolicyAnnotations annotations) {
    for (Class<?> type : methods.types().classes()) {
      for (Method method : type.getDeclaredMethods()) {
        Method override = isOfObjects(method) ? methods.bridgedOverride(method) : null;
        if (override != null && uses(annotations, override).anyMatch(AnnotationUse::onMethod)) {
          problems.warn(
              "the policies of " + methods.beanClass().getName() + "/" + override.getName(),
              "have no effect in calls through "
                  + nameOf(method)
                  + ", which it overrides with other parameters: OpenWebBeans intercepts those"
                  + " only where the portable extension has seen the class",
              "let the container find the extension, put the annotation on the class, or call the"
                  + " method through the bean class");
        }
      }
    }
  }

  private static boolean isOfObjects(Method method) {
    return !method.isSynthetic()
        && (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
  }

  private static String nameOf(Method method) {
    return method.getDeclaringClass().getName() + "/" + method.getName();
  }
}
