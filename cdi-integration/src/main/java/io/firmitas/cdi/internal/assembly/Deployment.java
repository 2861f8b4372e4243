package io.firmitas.cdi.internal.assembly;

import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.KeyCheck;
import io.firmitas.cdi.internal.config.Keys;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.fallback.HandlerInstances;
import io.firmitas.cdi.internal.method.AnnotationUse;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import io.firmitas.cdi.internal.settings.PolicyKind;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;

/**
 * Reads the annotations of bean classes and the configuration, and makes the guards of all methods.
 * Collects all problems on the way. Used by one thread.
 */
public final class Deployment {
  private final BeanContainer beans;
  private final Configuration configuration;
  private final Supplier<PolicyRuntime> runtime;
  private final HandlerInstances handlers;
  private final Problems problems = new Problems();
  private final NamedPlaces named = new NamedPlaces(problems);
  private final List<PolicyPlace> allPlaces = new ArrayList<>();

  /** Makes a deployment without beans. */
  public Deployment(
      BeanContainer beans,
      Config config,
      Supplier<PolicyRuntime> runtime,
      HandlerInstances handlers) {
    this.beans = beans;
    this.configuration = new Configuration(config);
    this.runtime = runtime;
    this.handlers = handlers;
  }

  /** What went wrong so far. */
  public Problems problems() {
    return problems;
  }

  /** How many policies of each kind there are. */
  public Map<PolicyKind, Long> counts() {
    Map<PolicyKind, Long> counts = new EnumMap<>(PolicyKind.class);
    allPlaces.forEach(place -> counts.merge(place.kind(), 1L, Long::sum));
    return counts;
  }

  /** Makes the guards of bean classes; classes without policies are left out. */
  public Map<Class<?>, BeanGuards> deploy(Collection<? extends AnnotatedType<?>> types) {
    Map<BeanMethods, List<GuardedMethod>> guarded = new LinkedHashMap<>();
    for (AnnotatedType<?> type : types) {
      BeanMethods methods = new BeanMethods(type.getJavaClass());
      PolicyAnnotations annotations = new PolicyAnnotations(beans, type);
      new PlacementCheck(methods, annotations, problems).check();
      List<GuardedMethod> found = guardedMethods(methods, annotations);
      if (!found.isEmpty()) {
        guarded.put(methods, found);
      }
    }
    List<PolicyPlace> places = new ArrayList<>();
    guarded
        .values()
        .forEach(all -> all.forEach(each -> places.addAll(GuardFactory.placesOf(each))));
    allPlaces.addAll(places);
    named.add(places);
    Map<Class<?>, BeanGuards> guards = new LinkedHashMap<>();
    guarded.forEach((methods, all) -> guards.put(methods.beanClass(), make(methods, all)));
    return guards;
  }

  private BeanGuards make(BeanMethods methods, List<GuardedMethod> guarded) {
    GuardFactory factory =
        new GuardFactory(
            configuration, problems, named, runtime.get(), handlers, loaderOf(methods.beanClass()));
    Map<Method, Guard> guards = new HashMap<>();
    guarded.forEach(each -> guards.put(each.method(), factory.make(each)));
    return new BeanGuards(methods, guards);
  }

  /** Looks for keys that lead nowhere. Sensible only when all beans have been deployed. */
  public void checkKeys() {
    String policy = configuration.find(Keys.UNKNOWN_KEYS).map(found -> found.text()).orElse("fail");
    Problems unknown = new Problems();
    new KeyCheck(allPlaces).check(configuration, unknown);
    unknown.warnings().forEach(each -> problems.warn(each.where(), each.what(), each.remedy()));
    if (policy.equals("warn")) {
      unknown.all().forEach(each -> problems.warn(each.where(), each.what(), each.remedy()));
      return;
    }
    if (!policy.equals("fail")) {
      configuration
          .find(Keys.UNKNOWN_KEYS)
          .ifPresent(
              found ->
                  problems.add(found.describe(), "is neither fail nor warn", "write fail or warn"));
    }
    unknown.all().forEach(each -> problems.add(each.where(), each.what(), each.remedy()));
  }

  private static List<GuardedMethod> guardedMethods(
      BeanMethods methods, PolicyAnnotations annotations) {
    List<GuardedMethod> found = new ArrayList<>();
    for (Method method : methods.methods()) {
      Map<PolicyKind, AnnotationUse> policies = annotations.of(method);
      if (isOwnFallback(method, policies)) {
        policies.remove(PolicyKind.FALLBACK);
      }
      if (!policies.isEmpty() && !Modifier.isFinal(method.getModifiers())) {
        found.add(new GuardedMethod(methods, method, policies));
      }
    }
    return found;
  }

  /** A fallback on the class does not apply to the method that is the fallback. */
  private static boolean isOwnFallback(Method method, Map<PolicyKind, AnnotationUse> policies) {
    AnnotationUse use = policies.get(PolicyKind.FALLBACK);
    return use != null
        && !use.onMethod()
        && use.annotation() instanceof io.firmitas.cdi.Fallback fallback
        && fallback.method().equals(method.getName());
  }

  private static ClassLoader loaderOf(Class<?> beanClass) {
    return Optional.ofNullable(Thread.currentThread().getContextClassLoader())
        .or(() -> Optional.ofNullable(beanClass.getClassLoader()))
        .orElseGet(ClassLoader::getSystemClassLoader);
  }
}
