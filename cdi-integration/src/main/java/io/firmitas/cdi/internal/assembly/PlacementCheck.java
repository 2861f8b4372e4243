package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import io.firmitas.cdi.internal.settings.PolicyKind;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds annotations that stand where no container looks at them. An annotation that does nothing is
 * never passed in silence.
 */
final class PlacementCheck {
  private final BeanMethods methods;
  private final PolicyAnnotations annotations;
  private final Problems problems;

  PlacementCheck(BeanMethods methods, PolicyAnnotations annotations, Problems problems) {
    this.methods = methods;
    this.annotations = annotations;
    this.problems = problems;
  }

  void check() {
    for (Class<?> type : methods.types().classes()) {
      for (Method method : type.getDeclaredMethods()) {
        if (!method.isSynthetic()) {
          checkMethod(method);
        }
      }
    }
    for (Class<?> type : methods.types().interfaces()) {
      checkInterface(type);
    }
    checkClass();
    methods.methods().forEach(this::checkSources);
  }

  /** A parameter that is marked for a source, and no sources. */
  private void checkSources(Method method) {
    if (!PolicyAnnotations.sourceParameters(method).isEmpty()
        && !annotations.of(method).containsKey(PolicyKind.SOURCES)) {
      problems.add(
          "@CurrentSource on a parameter of " + describe(method),
          "has no effect: the method has no @FromSources",
          "add @FromSources to the method or the class, or remove the annotation");
    }
  }

  private void checkMethod(Method method) {
    List<String> kinds = PolicyAnnotations.namesDirectlyOn(method.getAnnotations());
    if (kinds.isEmpty()) {
      return;
    }
    String reason = whyNotIntercepted(method);
    if (reason != null) {
      problems.add(
          names(kinds) + " on " + describe(method),
          "has no effect: " + reason,
          "make it an ordinary method that other beans call, or remove the annotation");
    }
    Method override = methods.canonicalFor(method);
    boolean isInstanceMethod = (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
    if (isInstanceMethod
        && override != null
        && !override.equals(method)
        && annotations.namesOn(override).isEmpty()) {
      problems.warn(
          names(kinds) + " on " + describe(method),
          "has no effect in "
              + methods.beanClass().getName()
              + ", where "
              + describe(override)
              + " overrides it",
          "repeat the annotation on the override, if it is meant to be guarded");
    }
  }

  private static @Nullable String whyNotIntercepted(Method method) {
    int modifiers = method.getModifiers();
    if (Modifier.isPrivate(modifiers)) {
      return "a private method cannot be intercepted";
    }
    if (Modifier.isStatic(modifiers)) {
      return "a static method cannot be intercepted";
    }
    if (Modifier.isFinal(modifiers)) {
      return "a final method cannot be intercepted";
    }
    if (method.isAnnotationPresent(Inject.class)) {
      return "the container calls an initializer without interceptors";
    }
    if (method.isAnnotationPresent(AroundInvoke.class)) {
      return "a method that intercepts others is not intercepted itself";
    }
    if (isAnsweredByProxies(method)) {
      return "containers do not pass it on to the bean";
    }
    if (method.isAnnotationPresent(PostConstruct.class)
        || method.isAnnotationPresent(PreDestroy.class)) {
      return "the container calls a lifecycle method without the interceptors of business methods";
    }
    return null;
  }

  private static boolean isAnsweredByProxies(Method method) {
    return switch (method.getName()) {
      case "hashCode", "finalize" -> method.getParameterCount() == 0;
      case "equals" -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class});
      default -> false;
    };
  }

  private void checkInterface(Class<?> type) {
    List<String> onType = PolicyAnnotations.namesDirectlyOn(type.getAnnotations());
    if (!onType.isEmpty()) {
      problems.add(
          names(onType) + " on interface " + type.getName(),
          "has no effect on bean "
              + methods.beanClass().getName()
              + ": CDI takes no annotations from interfaces",
          "put the annotation on the class " + methods.beanClass().getName());
    }
    for (Method method : type.getDeclaredMethods()) {
      List<String> kinds = PolicyAnnotations.namesDirectlyOn(method.getAnnotations());
      if (!method.isSynthetic() && !kinds.isEmpty()) {
        problems.add(
            names(kinds) + " on interface method " + describe(method),
            "has no effect on bean "
                + methods.beanClass().getName()
                + ": CDI takes no annotations from interfaces",
            "put the annotation on "
                + methods.beanClass().getName()
                + "/"
                + method.getName()
                + (method.isDefault() ? ", overriding the default method there" : ""));
      }
    }
  }

  private void checkClass() {
    List<String> onClass = annotations.namesOnClass();
    if (onClass.isEmpty()) {
      return;
    }
    boolean isForNothing =
        onClass.contains(PolicyKind.SOURCES.annotationName())
            && methods.methods().stream()
                .allMatch(method -> PolicyAnnotations.sourceParameters(method).isEmpty());
    if (isForNothing) {
      problems.add(
          "@FromSources on class " + methods.beanClass().getName(),
          "has no effect: no method has a parameter with @CurrentSource",
          "mark the parameter that gets the source with @CurrentSource");
    }
    for (Method method : methods.methods()) {
      if (Modifier.isFinal(method.getModifiers())) {
        problems.warn(
            names(onClass) + " on class " + methods.beanClass().getName(),
            "has no effect on " + describe(method) + ": a final method cannot be intercepted",
            "remove final, if the method is meant to be guarded");
      }
    }
  }

  private static String names(List<String> annotations) {
    return String.join(", ", annotations);
  }

  private static String describe(Method method) {
    String parameters =
        Arrays.stream(method.getParameterTypes())
            .map(Class::getTypeName)
            .collect(Collectors.joining(",", "(", ")"));
    return method.getDeclaringClass().getName() + "/" + method.getName() + parameters;
  }
}
