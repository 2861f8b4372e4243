package io.firmitas.cdi.internal.method;

import io.firmitas.cdi.internal.settings.PolicyKind;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the policy annotations of a bean class. An annotation on a method is stronger than one on
 * its class, an annotation itself is stronger than one that a stereotype or another interceptor
 * binding carries, and a nearer stereotype than a farther one.
 */
public final class PolicyAnnotations {
  private final BeanContainer beans;
  private final AnnotatedType<?> type;
  private final Map<Method, AnnotatedMethod<?>> annotatedMethods = new HashMap<>();

  /** Reads the annotations of a class as CDI sees them, extensions included. */
  public PolicyAnnotations(BeanContainer beans, AnnotatedType<?> type) {
    this.beans = beans;
    this.type = type;
    for (AnnotatedMethod<?> method : type.getMethods()) {
      annotatedMethods.put(method.getJavaMember(), method);
    }
  }

  /** The annotations that apply to a method of the class. */
  public Map<PolicyKind, AnnotationUse> of(Method method) {
    Map<PolicyKind, AnnotationUse> uses = new EnumMap<>(PolicyKind.class);
    for (PolicyKind kind : PolicyKind.values()) {
      String onMethod = "method " + method.getDeclaringClass().getName() + "/" + method.getName();
      find(kind, annotationsOf(method), onMethod, true)
          .or(
              () ->
                  find(
                      kind, type.getAnnotations(), "class " + type.getJavaClass().getName(), false))
          .ifPresent(use -> uses.put(kind, use));
    }
    return uses;
  }

  /** The annotations of the class alone. */
  public Map<PolicyKind, AnnotationUse> ofClass() {
    Map<PolicyKind, AnnotationUse> uses = new EnumMap<>(PolicyKind.class);
    for (PolicyKind kind : PolicyKind.values()) {
      find(kind, type.getAnnotations(), "class " + type.getJavaClass().getName(), false)
          .ifPresent(use -> uses.put(kind, use));
    }
    return uses;
  }

  /** The policy annotations that any element carries by itself. */
  public static List<PolicyKind> directlyOn(Collection<Annotation> annotations) {
    return Arrays.stream(PolicyKind.values())
        .filter(
            kind ->
                annotations.stream().anyMatch(each -> each.annotationType() == kind.annotation()))
        .toList();
  }

  private Collection<Annotation> annotationsOf(Method method) {
    Annotated annotated = annotatedMethods.get(method);
    return annotated == null ? List.of(method.getAnnotations()) : annotated.getAnnotations();
  }

  private Optional<AnnotationUse> find(
      PolicyKind kind, Collection<Annotation> annotations, String where, boolean onMethod) {
    Set<Class<?>> visited = new HashSet<>();
    Map<Annotation, String> level = new LinkedHashMap<>();
    annotations.forEach(each -> level.put(each, where));
    while (!level.isEmpty()) {
      List<Map.Entry<Annotation, String>> found =
          level.entrySet().stream()
              .filter(each -> each.getKey().annotationType() == kind.annotation())
              .toList();
      if (!found.isEmpty()) {
        String rival = found.size() > 1 ? found.get(1).getValue() : null;
        return Optional.of(
            new AnnotationUse(found.get(0).getKey(), found.get(0).getValue(), onMethod, rival));
      }
      Map<Annotation, String> carriers = new LinkedHashMap<>(level);
      level.clear();
      carriers.forEach((carrier, carried) -> addCarried(carrier, carried, visited, level));
    }
    return Optional.empty();
  }

  private void addCarried(
      Annotation carrier, String where, Set<Class<?>> visited, Map<Annotation, String> level) {
    Class<? extends Annotation> carrierType = carrier.annotationType();
    boolean carries = beans.isStereotype(carrierType) || beans.isInterceptorBinding(carrierType);
    if (carries && visited.add(carrierType)) {
      for (Annotation carried : carrierType.getAnnotations()) {
        level.put(carried, "@" + carrierType.getSimpleName() + " of " + where);
      }
    }
  }
}
