package io.firmitas.cdi.internal;

import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.internal.assembly.InjectedPolicy;
import io.firmitas.cdi.internal.assembly.NameUse;
import io.firmitas.cdi.internal.assembly.NamedPolicies;
import io.firmitas.cdi.internal.config.Problems;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;

/**
 * Where policies of a name are injected, as the beans of a started container tell; for where no
 * portable extension has seen the injection points themselves.
 */
final class InjectedPolicies {
  private final BeanContainer beans;
  private final List<NameUse> uses = new ArrayList<>();
  private final Problems problems = new Problems();

  InjectedPolicies(BeanContainer beans) {
    this.beans = beans;
    for (Bean<?> bean : beans.getBeans(Object.class, Any.Literal.INSTANCE)) {
      for (InjectionPoint point : bean.getInjectionPoints()) {
        InjectedPolicy.at(point).ifPresent(this::add);
      }
      addOwn(bean);
    }
  }

  private void add(InjectedPolicy injected) {
    uses.add(injected.use());
    // The container itself refuses other injection points than those of an Instance.
    if (injected.isBound()
        && beans.getBeans(injected.type(), PolicyName.Literal.of(injected.name())).isEmpty()) {
      problems.add(
          injected.where(),
          "without an extension there is no bean for it: CDI matches @PolicyName by the name",
          "write @PolicyOf(\"" + injected.name() + "\") instead, or add an extension of Firmitas");
    }
  }

  /** Observers have no bean whose injection points could be asked for, but ours serve them. */
  private void addOwn(Bean<?> bean) {
    if (bean.getBeanClass() != NamedPolicies.class) {
      return;
    }
    String name =
        InjectedPolicy.nameIn(List.<Annotation>copyOf(bean.getQualifiers())).orElseThrow();
    bean.getTypes().stream()
        .map(InjectedPolicy::raw)
        .filter(InjectedPolicy.KINDS::contains)
        .filter(kind -> uses.stream().noneMatch(use -> isFor(use, name, kind)))
        .findFirst()
        .ifPresent(kind -> uses.add(new NameUse(name, kind, "@PolicyName of an observer")));
  }

  private static boolean isFor(NameUse use, String name, Class<?> kind) {
    return use.name().equals(name) && use.type() == kind;
  }

  List<NameUse> uses() {
    return uses;
  }

  List<DeploymentProblem> problems() {
    return problems.all();
  }
}
