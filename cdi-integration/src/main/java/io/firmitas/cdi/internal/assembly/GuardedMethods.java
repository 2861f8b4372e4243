package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.AnnotationUse;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import io.firmitas.cdi.internal.settings.PolicyKind;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods of a bean that have policies, and which: {@code @Guarded} or the annotations of
 * single policies, whichever is nearer. Both equally near contradict each other.
 */
final class GuardedMethods {
  private static final List<PolicyKind> REPLACED =
      List.of(PolicyKind.RETRY, PolicyKind.CIRCUIT_BREAKER, PolicyKind.TIMEOUT);

  private final BeanMethods methods;
  private final PolicyAnnotations annotations;
  private final Problems problems;

  GuardedMethods(BeanMethods methods, PolicyAnnotations annotations, Problems problems) {
    this.methods = methods;
    this.annotations = annotations;
    this.problems = problems;
  }

  List<GuardedMethod> find() {
    List<GuardedMethod> found = new ArrayList<>();
    for (Method method : methods.methods()) {
      Map<PolicyKind, AnnotationUse> policies = annotations.of(method);
      AnnotationUse named = decide(method, policies, annotations.guardedBy(method).orElse(null));
      boolean hasPolicies = named != null || !policies.isEmpty();
      if (hasPolicies && !Modifier.isFinal(method.getModifiers())) {
        found.add(new GuardedMethod(methods, method, policies, named));
      }
    }
    return found;
  }

  private @Nullable AnnotationUse decide(
      Method method, Map<PolicyKind, AnnotationUse> policies, @Nullable AnnotationUse named) {
    if (named == null) {
      return null;
    }
    String where = methods.beanClass().getName() + "/" + methods.signatureOf(method);
    if (named.rival() != null) {
      problems.add(
          "@Guarded on " + where,
          "contradicts @Guarded of " + named.rival() + ", which is equally near",
          "put @Guarded on the method or class itself, or remove one of the two");
    }
    AnnotationUse nearest = named;
    for (PolicyKind kind : REPLACED) {
      AnnotationUse use = policies.get(kind);
      if (use != null && use.onMethod() && !named.onMethod()) {
        nearest = null;
      } else if (use != null && use.onMethod() == named.onMethod()) {
        problems.add(
            "@Guarded on " + where,
            "contradicts " + kind.annotationName() + " of " + use.where(),
            "remove one of the two; the settings of a name are keys such as firmitas.<name>."
                + kind.key()
                + "."
                + kind.settings().get(1).name());
      }
    }
    if (nearest != null) {
      policies.keySet().removeAll(REPLACED);
    }
    return nearest;
  }
}
