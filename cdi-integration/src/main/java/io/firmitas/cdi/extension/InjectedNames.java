package io.firmitas.cdi.extension;

import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.internal.GuardTable;
import io.firmitas.cdi.internal.assembly.NameUse;
import io.firmitas.cdi.internal.assembly.NamedPolicies;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Where policies of a name are injected, and the beans that are injected there: one for each name
 * and kind of policy that the application does not produce itself.
 */
final class InjectedNames {
  private static final Set<Class<?>> KINDS =
      Set.of(Policy.class, Retry.class, CircuitBreaker.class, Timeout.class);

  private final Map<Wanted, Set<Type>> wanted = new LinkedHashMap<>();
  private final Set<Wanted> produced = new HashSet<>();
  private final List<NameUse> uses = new ArrayList<>();

  private record Wanted(String name, Class<?> kind) {}

  /** Takes note of an injection point. */
  void add(InjectionPoint point) {
    Type type = provided(point.getType());
    Class<?> kind = raw(type);
    Optional<String> name = nameIn(point.getQualifiers());
    if (name.isPresent() && KINDS.contains(kind)) {
      wanted
          .computeIfAbsent(new Wanted(name.get(), kind), unseen -> new LinkedHashSet<>())
          .add(type);
      uses.add(new NameUse(name.get(), kind, "@PolicyName at " + point.getMember()));
    }
  }

  /** What an {@code Instance} or {@code Provider} gives. */
  private static Type provided(Type type) {
    boolean isLazy = raw(type) == Instance.class || raw(type) == Provider.class;
    return isLazy && type instanceof ParameterizedType parameterized
        ? parameterized.getActualTypeArguments()[0]
        : type;
  }

  private static Class<?> raw(Type type) {
    Type raw = type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type;
    return raw instanceof Class<?> known ? known : Object.class;
  }

  static Optional<String> nameIn(Collection<Annotation> qualifiers) {
    return qualifiers.stream()
        .filter(PolicyName.class::isInstance)
        .map(qualifier -> ((PolicyName) qualifier).value())
        .findFirst();
  }

  /** Takes note of a bean of the application. */
  void addProduced(Bean<?> bean) {
    nameIn(bean.getQualifiers())
        .ifPresent(
            name -> bean.getTypes().forEach(type -> produced.add(new Wanted(name, raw(type)))));
  }

  /** The table is asked for by the manager: an {@code Instance} may look for the name, too. */
  void addBeans(AfterBeanDiscovery event, Supplier<GuardTable> table) {
    wanted.forEach(
        (each, types) -> {
          if (!produced.contains(each)) {
            event
                .<Object>addBean()
                .beanClass(NamedPolicies.class)
                .types(types)
                .qualifiers(PolicyName.Literal.of(each.name()))
                .scope(Dependent.class)
                .createWith(context -> table.get().named(each.name(), each.kind()));
          }
        });
  }

  List<NameUse> uses() {
    return uses;
  }
}
