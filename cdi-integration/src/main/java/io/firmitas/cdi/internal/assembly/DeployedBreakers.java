package io.firmitas.cdi.internal.assembly;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.cdi.CircuitBreakers;
import io.firmitas.cdi.internal.config.Nearest;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The breakers of methods, and those of names. */
final class DeployedBreakers implements CircuitBreakers {
  private final Map<String, CircuitBreaker> ofMethods = new ConcurrentHashMap<>();
  private final NamedPolicies named;

  DeployedBreakers(NamedPolicies named) {
    this.named = named;
  }

  /** Adds the breaker of a method, and returns it; {@code null} is one that was refused. */
  @Nullable CircuitBreaker add(@Nullable CircuitBreaker breaker) {
    if (breaker != null) {
      ofMethods.put(breaker.name(), breaker);
    }
    return breaker;
  }

  @Override
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(ofMethods.keySet());
    names.addAll(named.breakers());
    return names;
  }

  @Override
  public SortedMap<String, CircuitBreakerSnapshot> snapshots() {
    SortedMap<String, CircuitBreakerSnapshot> snapshots = new TreeMap<>();
    names().forEach(name -> snapshots.put(name, get(name).snapshot()));
    return snapshots;
  }

  @Override
  public Optional<CircuitBreaker> find(String name) {
    return named.breakers().contains(name)
        ? Optional.of((CircuitBreaker) named.find(name, CircuitBreaker.class))
        : Optional.ofNullable(ofMethods.get(name));
  }

  @Override
  public CircuitBreaker get(String name) {
    return find(name)
        .orElseThrow(
            () -> new IllegalArgumentException(Nearest.none("circuit breaker", name, names())));
  }

  @Override
  public void resetAll() {
    names().forEach(name -> get(name).reset());
  }
}
