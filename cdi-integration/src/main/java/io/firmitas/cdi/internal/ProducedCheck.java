package io.firmitas.cdi.internal;

import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InterceptionFactory;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for beans that producers or extensions make from classes with policies. A container need
 * not intercept what it has not made, and Weld does not, unless an {@link InterceptionFactory}
 * wraps it.
 */
final class ProducedCheck {
  private final Problems problems;
  private final Set<Class<?>> madeByFactories = new LinkedHashSet<>();

  ProducedCheck(Problems problems) {
    this.problems = problems;
  }

  /** The classes of objects that beans get an interception factory for. */
  Set<Class<?>> madeByFactories() {
    return madeByFactories;
  }

  void check(Bean<?> bean) {
    bean.getInjectionPoints().forEach(point -> noteFactory(point.getType()));
    boolean managed = bean.getTypes().contains(bean.getBeanClass());
    if (!managed && !takesInterceptionFactory(bean)) {
      annotatedType(bean).ifPresent(type -> warn(bean, type));
    }
  }

  private void noteFactory(Type type) {
    if (rawType(type) == InterceptionFactory.class
        && type instanceof ParameterizedType parameterized) {
      madeByFactories.add(rawType(parameterized.getActualTypeArguments()[0]));
    }
  }

  private static boolean takesInterceptionFactory(Bean<?> bean) {
    return bean.getInjectionPoints().stream()
        .map(point -> rawType(point.getType()))
        .anyMatch(InterceptionFactory.class::equals);
  }

  private static Optional<Class<?>> annotatedType(Bean<?> bean) {
    return bean.getTypes().stream()
        .<Class<?>>map(ProducedCheck::rawType)
        .filter(ProducedCheck::carriesPolicies)
        .findFirst();
  }

  private static Class<?> rawType(Type type) {
    Type raw = type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type;
    return raw instanceof Class<?> plain ? plain : Object.class;
  }

  private static boolean carriesPolicies(Class<?> type) {
    return !PolicyAnnotations.namesDirectlyOn(type.getAnnotations()).isEmpty()
        || Arrays.stream(type.getDeclaredMethods())
            .anyMatch(
                method -> !PolicyAnnotations.namesDirectlyOn(method.getAnnotations()).isEmpty());
  }

  private void warn(Bean<?> bean, Class<?> type) {
    problems.warn(
        "the policies of " + type.getName(),
        "have no effect on what "
            + bean.getBeanClass().getName()
            + " produces, but in a container that intercepts such objects by itself",
        "let the producer method take an InterceptionFactory<"
            + type.getSimpleName()
            + "> and return its createInterceptedInstance");
  }
}
