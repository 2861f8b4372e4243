package io.firmitas.cdi.extension;

import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.internal.GuardTable;
import io.firmitas.cdi.internal.assembly.InjectedPolicy;
import io.firmitas.cdi.internal.assembly.NamedPolicies;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.InjectionPointInfo;
import jakarta.enterprise.inject.build.compatible.spi.ObserverInfo;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanBuilder;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.ParameterInfo;
import jakarta.enterprise.lang.model.types.Type;
import jakarta.inject.Provider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The same as {@link InjectedNames} for a build compatible extension, which sees a model of the
 * classes: where policies of a name are injected, and the beans that are injected there.
 */
final class ModelledNames {
  private final Map<Wanted, List<Type>> wanted = new LinkedHashMap<>();
  private final Set<Wanted> produced = new HashSet<>();

  private record Wanted(String name, Class<?> kind) {}

  /** Takes note of what a bean is injected with, and of what it is. */
  void add(BeanInfo bean) {
    for (InjectionPointInfo point : bean.injectionPoints()) {
      add(point.type(), point.qualifiers());
    }
    nameIn(bean.qualifiers())
        .ifPresent(
            name ->
                bean.types()
                    .forEach(
                        type ->
                            kindOf(type).ifPresent(kind -> produced.add(new Wanted(name, kind)))));
  }

  /** Takes note of the parameters of an observer. */
  void add(ObserverInfo observer) {
    if (!observer.isSynthetic()) {
      for (ParameterInfo parameter : observer.observerMethod().parameters()) {
        add(parameter.type(), parameter.annotations());
      }
    }
  }

  private void add(Type injected, Collection<AnnotationInfo> qualifiers) {
    Type type = provided(injected);
    Optional<String> name = nameIn(qualifiers);
    Optional<Class<?>> kind = kindOf(type);
    if (name.isPresent() && kind.isPresent()) {
      wanted
          .computeIfAbsent(new Wanted(name.get(), kind.get()), unseen -> new ArrayList<>())
          .add(type);
    }
  }

  /** What an {@code Instance} or {@code Provider} gives. */
  private static Type provided(Type type) {
    String name = nameOf(type);
    boolean isLazy =
        type.isParameterizedType()
            && (name.equals(Instance.class.getName()) || name.equals(Provider.class.getName()));
    return isLazy ? type.asParameterizedType().typeArguments().get(0) : type;
  }

  private static Optional<Class<?>> kindOf(Type type) {
    String name = nameOf(type);
    return InjectedPolicy.KINDS.stream().filter(kind -> kind.getName().equals(name)).findFirst();
  }

  private static String nameOf(Type type) {
    ClassInfo declaration =
        type.isParameterizedType()
            ? type.asParameterizedType().declaration()
            : type.isClass() ? type.asClass().declaration() : null;
    return declaration == null ? "" : declaration.name();
  }

  private static Optional<String> nameIn(Collection<AnnotationInfo> annotations) {
    return annotations.stream()
        .filter(each -> each.name().equals(PolicyName.class.getName()))
        .map(each -> each.value().asString())
        .findFirst();
  }

  /** Adds a bean for each name and kind that the application does not produce itself. */
  void addBeans(SyntheticComponents components) {
    wanted.forEach(
        (each, types) -> {
          if (!produced.contains(each)) {
            SyntheticBeanBuilder<Object> bean = builder(components);
            types.forEach(bean::type);
            bean.type(Object.class)
                .qualifier(PolicyName.Literal.of(each.name()))
                .scope(Dependent.class)
                .withParam(Creator.NAME, each.name())
                .withParam(Creator.KIND, each.kind())
                .createWith(Creator.class);
          }
        });
  }

  /** The class tells ours from those of the application. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // it is what makes the policies, not what they are
  private static SyntheticBeanBuilder<Object> builder(SyntheticComponents components) {
    return (SyntheticBeanBuilder) components.addBean(NamedPolicies.class);
  }

  /** Gives out the policy of a name. */
  public static final class Creator implements SyntheticBeanCreator<Object> {
    private static final String NAME = "name";
    private static final String KIND = "kind";

    /** Made by the container. */
    public Creator() {}

    @Override
    public Object create(Instance<Object> lookup, Parameters parameters) {
      return lookup
          .select(GuardTable.class)
          .get()
          .named(parameters.get(NAME, String.class), parameters.get(KIND, Class.class));
    }
  }
}
