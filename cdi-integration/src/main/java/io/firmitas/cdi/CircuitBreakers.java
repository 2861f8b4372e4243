package io.firmitas.cdi;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * All circuit breakers of the container's guarded methods and names, to look at them and to control
 * them: {@code @Inject CircuitBreakers breakers;}.
 *
 * <p>A breaker without a name is called after its method, {@code com.acme.Catalog/find}; of
 * overloads with the parameter types, {@code com.acme.Catalog/find(int)}. Thread-safe.
 */
public interface CircuitBreakers {
  /**
   * The names of all breakers.
   *
   * @return a new set, sorted
   */
  SortedSet<String> names();

  /**
   * The states of all breakers.
   *
   * @return a new map by name, sorted; each snapshot is consistent in itself
   */
  SortedMap<String, CircuitBreakerSnapshot> snapshots();

  /**
   * A breaker, if there is one with the name.
   *
   * @param name the name
   * @return the breaker
   */
  Optional<CircuitBreaker> find(String name);

  /**
   * A breaker: {@code breakers.get("catalog").forceOpen()}, {@code disable()}, {@code reset()},
   * which closes it.
   *
   * @param name the name
   * @return the breaker that guards calls
   * @throws IllegalArgumentException when there is none; the message names the nearest name
   */
  CircuitBreaker get(String name);

  /**
   * Closes all breakers and forgets all failures. Other policies keep what they know; {@link
   * AllPolicies#reset()} is for all.
   */
  void resetAll();
}
