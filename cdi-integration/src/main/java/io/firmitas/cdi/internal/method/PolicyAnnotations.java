package io.firmitas.cdi.internal.method;

import io.firmitas.cdi.CurrentSource;
import io.firmitas.cdi.Guarded;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Finds the policy annotations of a bean class. An annotation on a method is stronger than one on
 * its class, an annotation itself is stronger than one that a stereotype or another interceptor
 * binding carries, and a nearer stereotype than a farther one.
 */
public final class PolicyAnnotations {
  private static final String GUARDED = "@" + Guarded.class.getSimpleName();

  /** All policy annotations by name. */
  private static final Map<String, Class<? extends Annotation>> ALL = new LinkedHashMap<>();

  static {
    for (PolicyKind kind : PolicyKind.values()) {
      ALL.put(kind.annotationName(), kind.annotation());
    }
    ALL.put(GUARDED, Guarded.class);
  }

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

  /** The indexes of the parameters of a method that are marked with {@link CurrentSource}. */
  public static List<Integer> sourceParameters(Method method) {
    Annotation[][] ofParameters = method.getParameterAnnotations();
    return IntStream.range(0, ofParameters.length)
        .filter(
            index -> Arrays.stream(ofParameters[index]).anyMatch(CurrentSource.class::isInstance))
        .boxed()
        .toList();
  }

  /**
   * The annotations that apply to a method of the class. Sources of the class are for methods that
   * take a source.
   */
  public Map<PolicyKind, AnnotationUse> of(Method method) {
    Map<PolicyKind, AnnotationUse> uses = new EnumMap<>(PolicyKind.class);
    for (PolicyKind kind : PolicyKind.values()) {
      String onMethod = "method " + method.getDeclaringClass().getName() + "/" + method.getName();
      find(kind.annotation(), annotationsOf(method), onMethod, true)
          .or(() -> onClass(kind.annotation()))
          .filter(use -> use.onMethod() || kind != PolicyKind.SOURCES || takesSource(method))
          .ifPresent(use -> uses.put(kind, use));
    }
    return uses;
  }

  private static boolean takesSource(Method method) {
    return !sourceParameters(method).isEmpty();
  }

  /** The {@link Guarded} that applies to a method of the class. */
  public Optional<AnnotationUse> guardedBy(Method method) {
    String onMethod = "method " + method.getDeclaringClass().getName() + "/" + method.getName();
    return find(Guarded.class, annotationsOf(method), onMethod, true)
        .or(() -> onClass(Guarded.class));
  }

  private Optional<AnnotationUse> onClass(Class<? extends Annotation> wanted) {
    return find(wanted, type.getAnnotations(), "class " + type.getJavaClass().getName(), false);
  }

  /** The names of the policy annotations that apply to a method, {@code @Retry}. */
  public List<String> namesOn(Method method) {
    Set<String> names = new LinkedHashSet<>();
    of(method).keySet().forEach(kind -> names.add(kind.annotationName()));
    guardedBy(method).ifPresent(use -> names.add(GUARDED));
    return List.copyOf(names);
  }

  /** The names of the policy annotations of the class. */
  public List<String> namesOnClass() {
    return ALL.entrySet().stream()
        .filter(each -> onClass(each.getValue()).isPresent())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The names of the policy annotations that any element carries by itself. */
  public static List<String> namesDirectlyOn(Annotation[] annotations) {
    return ALL.entrySet().stream()
        .filter(
            each ->
                Arrays.stream(annotations)
                    .anyMatch(annotation -> annotation.annotationType() == each.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether a method or the class carries an annotation, directly or through others. */
  public boolean carries(Method method, String annotationType) {
    return carries(annotationsOf(method), annotationType)
        || carries(type.getAnnotations(), annotationType);
  }

  private boolean carries(Collection<Annotation> annotations, String annotationType) {
    return find(each -> each.getName().equals(annotationType), annotations, type.toString(), false)
        .isPresent();
  }

  private Collection<Annotation> annotationsOf(Method method) {
    Annotated annotated = annotatedMethods.get(method);
    return annotated == null ? List.of(method.getAnnotations()) : annotated.getAnnotations();
  }

  private Optional<AnnotationUse> find(
      Class<? extends Annotation> wanted,
      Collection<Annotation> annotations,
      String where,
      boolean onMethod) {
    return find(wanted::equals, annotations, where, onMethod);
  }

  private Optional<AnnotationUse> find(
      Predicate<Class<?>> wanted,
      Collection<Annotation> annotations,
      String where,
      boolean onMethod) {
    Set<Class<?>> visited = new HashSet<>();
    Map<Annotation, String> level = new LinkedHashMap<>();
    annotations.forEach(each -> level.put(each, where));
    while (!level.isEmpty()) {
      List<Map.Entry<Annotation, String>> found =
          level.entrySet().stream()
              .filter(each -> wanted.test(each.getKey().annotationType()))
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
