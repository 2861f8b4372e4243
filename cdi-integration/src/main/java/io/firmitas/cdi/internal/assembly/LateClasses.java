package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.KeyParts;
import io.firmitas.cdi.internal.config.Keys;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.BeanMethods;
import io.firmitas.cdi.internal.method.GuardedMethod;
import io.firmitas.cdi.internal.method.PolicyAnnotations;
import io.firmitas.cdi.internal.method.ReflectedType;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Classes with policies that are no beans, but whose objects may be guarded later: those that an
 * interception factory makes, and those that keys are about. Their guards are made with the first
 * call; until then they are looked at only to know which keys lead somewhere.
 */
final class LateClasses {
  private final BeanContainer beans;
  private final Configuration configuration;
  private final Problems problems;

  LateClasses(BeanContainer beans, Configuration configuration, Problems problems) {
    this.beans = beans;
    this.configuration = configuration;
    this.problems = problems;
  }

  /**
   * Their guarded methods.
   *
   * @param known the places of beans
   * @param made the classes of objects that interception factories make
   */
  List<GuardedMethod> methods(Collection<PolicyPlace> known, Collection<Class<?>> made) {
    Set<String> names = new HashSet<>();
    known.forEach(place -> names.addAll(place.guarded().classTargets()));
    List<GuardedMethod> methods = new ArrayList<>();
    for (Class<?> type : made) {
      if (names.add(type.getName())) {
        methods.addAll(methodsOf(type));
      }
    }
    for (String name : namedByKeys()) {
      Class<?> type = names.contains(name) ? null : load(name);
      List<GuardedMethod> found = type == null ? List.of() : methodsOf(type);
      if (!found.isEmpty()) {
        problems.warn(
            "keys about " + name,
            "the class is no bean, so they count only for objects of it that are guarded later",
            "give the class a scope, or make its objects with an InterceptionFactory");
      }
      methods.addAll(found);
    }
    return methods;
  }

  private Set<String> namedByKeys() {
    Set<String> names = new LinkedHashSet<>();
    for (String key : configuration.present().keySet()) {
      Optional<KeyParts> parts = key.startsWith(Keys.PREFIX) ? KeyParts.of(key) : Optional.empty();
      parts
          .map(KeyParts::target)
          .filter(target -> !Keys.isPolicyId(target))
          .ifPresent(target -> names.add(target.split("/", 2)[0]));
    }
    return names;
  }

  private static @Nullable Class<?> load(String name) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError missing) {
      return null;
    }
  }

  /** What is wrong with them is told with the first call. */
  private List<GuardedMethod> methodsOf(Class<?> type) {
    PolicyAnnotations annotations = new PolicyAnnotations(beans, new ReflectedType<>(type));
    return new GuardedMethods(new BeanMethods(type), annotations, new Problems()).find();
  }
}
