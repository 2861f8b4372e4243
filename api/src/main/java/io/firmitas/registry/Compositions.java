package io.firmitas.registry;

import io.firmitas.Policy;
import io.firmitas.registry.Current.Renewal;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The compositions by name: how each is made, and its handle. */
final class Compositions {
  private final Map<String, Supplier<Policy<?>>> definitions = new ConcurrentHashMap<>();
  private final Map<String, Named<?>> made = new ConcurrentHashMap<>();
  private final Function<String, Policy<?>> standard;

  /**
   * Makes an empty map.
   *
   * @param standard makes the composition of a name that has no definition
   */
  Compositions(Function<String, Policy<?>> standard) {
    this.standard = standard;
  }

  private record Named<T extends @Nullable Object>(
      Current<Policy<T>> current, PolicyHandle<T> handle) {}

  void define(String name, Supplier<Policy<?>> definition) {
    definitions.put(name, definition);
  }

  /** The handle of a name; its policy has been made when this returns. */
  Policy<?> handle(String name) {
    Named<?> named = made.get(name);
    if (named == null) {
      named = made.computeIfAbsent(name, this::unmade);
    }
    named.current.get();
    return named.handle;
  }

  private Named<@Nullable Object> unmade(String name) {
    Current<Policy<@Nullable Object>> current = new Current<>(() -> make(name));
    return new Named<>(current, new PolicyHandle<>(current));
  }

  @SuppressWarnings("unchecked") // whoever asks for the policy says what it guards
  private Policy<@Nullable Object> make(String name) {
    Supplier<Policy<?>> definition = definitions.get(name);
    Policy<?> policy = definition == null ? standard.apply(name) : definition.get();
    return (Policy<@Nullable Object>) policy;
  }

  void addNamesTo(Collection<? super String> names) {
    names.addAll(definitions.keySet());
  }

  void addMadeNamesTo(Collection<? super String> names) {
    made.forEach(
        (name, named) -> {
          if (named.current.isMade()) {
            names.add(name);
          }
        });
  }

  /** Makes the composition of a name anew, when it has been made before. */
  Optional<Renewal<?>> prepareRenewal(String name) {
    Named<?> named = made.get(name);
    return named != null && named.current.isMade()
        ? Optional.of(named.current.prepare())
        : Optional.empty();
  }
}
