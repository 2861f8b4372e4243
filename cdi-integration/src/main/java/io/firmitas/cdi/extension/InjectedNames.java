package io.firmitas.cdi.extension;

import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.internal.GuardTable;
import io.firmitas.cdi.internal.assembly.InjectedPolicy;
import io.firmitas.cdi.internal.assembly.NameUse;
import io.firmitas.cdi.internal.assembly.NamedPolicies;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Where policies of a name are injected, and the beans that are injected there: one for each name
 * and kind of policy that the application does not produce itself.
 */
final class InjectedNames {
  private final Map<Wanted, Set<Type>> wanted = new LinkedHashMap<>();
  private final Set<Wanted> produced = new HashSet<>();
  private final List<NameUse> uses = new ArrayList<>();

  private record Wanted(String name, Class<?> kind) {}

  /** Takes note of an injection point. */
  void add(InjectionPoint point) {
    InjectedPolicy.at(point).ifPresent(this::add);
  }

  private void add(InjectedPolicy injected) {
    if (injected.isBound()) {
      wanted
          .computeIfAbsent(
              new Wanted(injected.name(), injected.kind()), unseen -> new LinkedHashSet<>())
          .add(injected.type());
    }
    uses.add(injected.use());
  }

  /** Takes note of a bean of the application. */
  void addProduced(Bean<?> bean) {
    InjectedPolicy.nameIn(bean.getQualifiers())
        .ifPresent(
            name ->
                bean.getTypes()
                    .forEach(type -> produced.add(new Wanted(name, InjectedPolicy.raw(type)))));
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
