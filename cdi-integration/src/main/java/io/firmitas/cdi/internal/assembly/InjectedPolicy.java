package io.firmitas.cdi.internal.assembly;

import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.PolicyOf;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * What is injected by the name of a policy.
 *
 * @param name the name
 * @param kind {@code Policy}, {@code Retry}, {@code CircuitBreaker} or {@code Timeout} of the API
 * @param type the type that is injected, or that an {@code Instance} or {@code Provider} gives
 * @param isBound whether the qualifier is {@link PolicyName}, which takes a bean for each name
 * @param where the place, for messages
 */
public record InjectedPolicy(String name, Class<?> kind, Type type, boolean isBound, String where) {
  /** What can be injected. */
  public static final Set<Class<?>> KINDS =
      Set.of(Policy.class, Retry.class, CircuitBreaker.class, Timeout.class);

  /** What is injected at a point; empty when it is something else. */
  public static Optional<InjectedPolicy> at(InjectionPoint point) {
    Type type = provided(point.getType());
    if (!KINDS.contains(raw(type))) {
      return Optional.empty();
    }
    Optional<String> bound = nameIn(point.getQualifiers());
    String annotation = bound.isPresent() ? "@PolicyName" : "@PolicyOf";
    return bound
        .or(() -> lookedUpIn(point.getQualifiers()))
        .map(
            name ->
                new InjectedPolicy(
                    name,
                    raw(type),
                    type,
                    bound.isPresent(),
                    annotation + " at " + point.getMember()));
  }

  /** What an {@code Instance} or {@code Provider} gives. */
  private static Type provided(Type type) {
    boolean isLazy = raw(type) == Instance.class || raw(type) == Provider.class;
    return isLazy && type instanceof ParameterizedType parameterized
        ? parameterized.getActualTypeArguments()[0]
        : type;
  }

  /** The class of a type without its arguments. */
  public static Class<?> raw(Type type) {
    Type raw = type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type;
    return raw instanceof Class<?> known ? known : Object.class;
  }

  /** The name that a {@link PolicyName} gives. */
  public static Optional<String> nameIn(Collection<Annotation> qualifiers) {
    return qualifiers.stream()
        .filter(PolicyName.class::isInstance)
        .map(qualifier -> ((PolicyName) qualifier).value())
        .findFirst();
  }

  /** The name that a {@link PolicyOf} gives. */
  public static Optional<String> lookedUpIn(Collection<Annotation> qualifiers) {
    return qualifiers.stream()
        .filter(PolicyOf.class::isInstance)
        .map(qualifier -> ((PolicyOf) qualifier).value())
        .findFirst();
  }

  /** The use of the name. */
  public NameUse use() {
    return new NameUse(name, kind, where);
  }
}
