package io.firmitas.cdi.internal;

import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.ContainerKind;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.reflect.Method;
import java.util.Collection;

/**
 * OpenWebBeans does not intercept inherited default methods. Looks for those that an annotation on
 * the bean class would guard in other containers.
 */
final class DefaultMethodCheck {
  private final BeanContainer beans;
  private final Problems problems;

  DefaultMethodCheck(BeanContainer beans, Problems problems) {
    this.beans = beans;
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
      boolean byClass = annotations.of(method).values().stream().anyMatch(use -> !use.onMethod());
      if (method.isDefault() && byClass) {
        problems.warn(
            "the policies of class " + type.getJavaClass().getName(),
            "have no effect on "
                + method.getDeclaringClass().getName()
                + "/"
                + method.getName()
                + ": OpenWebBeans does not intercept default methods",
            "override the method in the class");
      }
    }
  }
}
