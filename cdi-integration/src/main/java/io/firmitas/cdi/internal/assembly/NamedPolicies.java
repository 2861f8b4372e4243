package io.firmitas.cdi.internal.assembly;

import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.cdi.internal.config.PolicyPlace;
import io.firmitas.registry.PolicyCustomizer;
import io.firmitas.registry.PolicyKind;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a container that have a name, in one registry: whoever uses a name gets the same
 * object. What annotations with a name say was merged with all keys at deployment and is used as it
 * is; the other policies of a name are made by keys alone. Thread-safe.
 */
public final class NamedPolicies implements PolicyCustomizer {
  private final PolicyCustomizer configured;
  private final Supplier<Surroundings> surroundings;
  private final DeployedPolicies all;
  private final Map<Part, BuilderCalls> annotated = new ConcurrentHashMap<>();
  private final Set<String> produced = ConcurrentHashMap.newKeySet();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private volatile @Nullable PolicyRegistry registry;

  /**
   * Makes an empty set of policies.
   *
   * @param configured makes settings from keys
   * @param surroundings what all policies have in common; asked when there is a first policy
   * @param all takes note of the policies that are given out
   */
  NamedPolicies(
      PolicyCustomizer configured, Supplier<Surroundings> surroundings, DeployedPolicies all) {
    this.configured = configured;
    this.all = all;
    this.surroundings = surroundings;
  }

  private record Part(PolicyKind kind, String name) {}

  /** One thread deploys, and calls come later, so nobody makes a second registry. */
  private PolicyRegistry registry() {
    PolicyRegistry known = registry;
    if (known == null) {
      known = PolicyRegistry.create(surroundings.get().runtime()).customize(this);
      registry = known;
    }
    return known;
  }

  /** Makes the policy that annotations with a name describe; {@code null} when it is refused. */
  @Nullable Policy<@Nullable Object> make(PolicyPlace place, BuilderCalls calls) {
    PolicyKind kind = PolicyKind.valueOf(place.kind().name());
    annotated.put(new Part(kind, place.givenName()), calls);
    return calls.build(() -> part(place.givenName(), kind));
  }

  private Policy<@Nullable Object> part(String name, PolicyKind kind) {
    return switch (kind) {
      case RETRY -> registry().retry(name);
      case CIRCUIT_BREAKER -> registry().circuitBreaker(name);
      case TIMEOUT -> registry().timeout(name);
    };
  }

  /** Has a bean be the policy of a name. */
  void define(String name, Supplier<? extends Policy<?>> bean) {
    if (produced.add(name)) {
      registry().define(name, unused -> bean.get());
    }
  }

  /** Whether a bean is the policy of a name. */
  boolean isProduced(String name) {
    return produced.contains(name);
  }

  /** Whether anything says what the policy of a name is. */
  boolean isKnown(String name) {
    return names().contains(name)
        || List.of(PolicyKind.values()).stream().anyMatch(kind -> has(name, kind).orElse(false));
  }

  /** Takes note that the policy of a name cannot be made, which is a problem of the deployment. */
  void refuse(String name) {
    refused.add(name);
  }

  /** The policy of a name; empty when the name means nothing, or something that was refused. */
  Optional<Policy<@Nullable Object>> policy(String name) {
    return isKnown(name) && !refused.contains(name)
        ? Optional.of(registry().policy(name))
        : Optional.empty();
  }

  /**
   * The policy of a name.
   *
   * @param name the name
   * @param type the whole, {@link Policy}, or the type of one of its parts
   */
  public Policy<?> find(String name, Class<?> type) {
    return all.add(make(name, type));
  }

  private Policy<?> make(String name, Class<?> type) {
    if (type == Retry.class) {
      return registry().retry(name);
    }
    if (type == CircuitBreaker.class) {
      return registry().circuitBreaker(name);
    }
    return type == Timeout.class ? registry().timeout(name) : registry().policy(name);
  }

  /**
   * The kinds of policies that annotations and keys give to a name, the outermost first; also those
   * switched off.
   */
  List<PolicyKind> partsOf(String name) {
    List<PolicyKind> kinds =
        List.of(PolicyKind.values()).stream().filter(kind -> has(name, kind).isPresent()).toList();
    return refused.contains(name) || isProduced(name) ? kinds : order(name, kinds);
  }

  /** The names that have a breaker. */
  Set<String> breakers() {
    PolicyRegistry known = registry;
    return known == null ? Set.of() : known.snapshots().keySet();
  }

  // ---- settings of the registry

  @Override
  public void customize(
      String name, CircuitBreakerBuilder builder, Consumer<? super CircuitBreakerBuilder> code) {
    surroundings.get().audience().listenTo(builder, name);
    BuilderCalls calls = annotated.get(new Part(PolicyKind.CIRCUIT_BREAKER, name));
    if (calls == null) {
      configured.customize(name, builder, code);
    } else {
      BreakerAssembly.configure(builder, calls);
    }
  }

  @Override
  public void customize(String name, RetryBuilder builder, Consumer<? super RetryBuilder> code) {
    surroundings.get().audience().listenTo(builder, name);
    BuilderCalls calls = annotated.get(new Part(PolicyKind.RETRY, name));
    if (calls == null) {
      configured.customize(name, builder, code);
    } else {
      RetryAssembly.configure(builder, calls);
    }
  }

  @Override
  public void customize(
      String name, TimeoutBuilder builder, Consumer<? super TimeoutBuilder> code) {
    surroundings.get().audience().listenTo(builder, name);
    BuilderCalls calls = annotated.get(new Part(PolicyKind.TIMEOUT, name));
    if (calls == null) {
      configured.customize(name, builder, code);
    } else {
      TimeoutAssembly.configure(builder, calls);
    }
  }

  /**
   * There is an annotated length when this is asked; {@link #customize} sets it, and reports what
   * is wrong with it.
   */
  @Override
  public Optional<Duration> timeoutLength(String name, Optional<Duration> code) {
    BuilderCalls calls = annotated.get(new Part(PolicyKind.TIMEOUT, name));
    return calls == null
        ? configured.timeoutLength(name, code)
        : Optional.of(TimeoutAssembly.ANY_LENGTH);
  }

  @Override
  public Optional<Boolean> has(String name, PolicyKind kind) {
    Optional<Boolean> byKeys = configured.has(name, kind);
    boolean isAnnotated = annotated.containsKey(new Part(kind, name));
    return isAnnotated ? Optional.of(byKeys.orElse(true)) : byKeys;
  }

  @Override
  public List<PolicyKind> order(String name, List<PolicyKind> kinds) {
    return configured.order(name, kinds);
  }

  @Override
  public Set<String> names() {
    Set<String> names = new TreeSet<>(configured.names());
    annotated.keySet().forEach(part -> names.add(part.name()));
    names.addAll(produced);
    return names;
  }
}
