package io.firmitas.cdi.internal.assembly;

import io.firmitas.Policy;
import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.internal.config.Problems;
import io.firmitas.cdi.internal.method.Assignability;
import io.firmitas.cdi.internal.method.GuardedMethod;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The policies with a name that the application makes itself, as beans. Used by one thread. */
final class ProducedPolicies {
  private final BeanContainer beans;
  private final Problems problems;
  private final Map<String, Map<Bean<?>, Type>> found = new HashMap<>();

  ProducedPolicies(BeanContainer beans, Problems problems) {
    this.beans = beans;
    this.problems = problems;
  }

  /** What gives the policy of a name; empty when no bean does. */
  Optional<Supplier<Policy<?>>> find(String name) {
    Map<Bean<?>, Type> all = found.computeIfAbsent(name, this::search);
    return all.entrySet().stream()
        .findFirst()
        .map(each -> () -> reference(each.getKey(), each.getValue()));
  }

  private Policy<?> reference(Bean<?> bean, Type type) {
    return (Policy<?>) beans.getReference(bean, type, beans.createCreationalContext(bean));
  }

  /** The beans that give out what is configured are our own. */
  private Map<Bean<?>, Type> search(String name) {
    Map<Bean<?>, Type> all = new LinkedHashMap<>();
    for (Bean<?> bean : beans.getBeans(Object.class, PolicyName.Literal.of(name))) {
      if (bean.getBeanClass() != NamedPolicies.class) {
        bean.getTypes().stream()
            .filter(ProducedPolicies::isPolicy)
            .findFirst()
            .ifPresent(type -> all.put(bean, type));
      }
    }
    if (all.size() > 1) {
      problems.add(
          "policy \"" + name + "\"",
          "is produced by several beans: " + all.keySet(),
          "keep one of them, or give them different names");
    }
    return all;
  }

  private static boolean isPolicy(Type type) {
    return type == Policy.class
        || (type instanceof ParameterizedType parameterized
            && parameterized.getRawType() == Policy.class);
  }

  /** A policy that makes answers of one type cannot answer for a method of another. */
  void checkType(String name, GuardedMethod method, String where) {
    Type answer = method.answerType();
    for (Type policy : found.computeIfAbsent(name, this::search).values()) {
      Type made = argumentOf(policy);
      boolean fits =
          answer == void.class
              || made == Object.class
              || made instanceof TypeVariable<?>
              || made instanceof WildcardType
              || (Assignability.isAssignable(answer, made)
                  && Assignability.isAssignable(made, answer));
      if (!fits) {
        problems.add(
            where,
            "policy \"" + name + "\" is for calls that return " + made.getTypeName(),
            "guard a method that returns it, or produce a Policy<" + answer.getTypeName() + ">");
      }
    }
  }

  private static Type argumentOf(Type policy) {
    return policy instanceof ParameterizedType parameterized
        ? parameterized.getActualTypeArguments()[0]
        : Object.class;
  }
}
