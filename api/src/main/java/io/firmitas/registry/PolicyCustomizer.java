package io.firmitas.registry;

import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.timeout.TimeoutBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Settings from outside the code, for example from configuration files, around those that code has
 * made: see {@link PolicyRegistry#customize}.
 *
 * <p>Asked each time a policy is made, on the thread that needs it. What it does to a builder
 * before it runs {@code code} fills what code leaves open, what it does afterwards overrides code.
 * It may run {@code code} on builders of its own, to see what code does. What it throws is thrown
 * to whoever needs the policy. Implementations must be thread-safe.
 */
public interface PolicyCustomizer {
  /**
   * Makes the settings of a circuit breaker.
   *
   * @param name the name
   * @param builder the builder; name, runtime and listeners are set already
   * @param code makes the settings that come from code
   */
  default void customize(
      String name, CircuitBreakerBuilder builder, Consumer<? super CircuitBreakerBuilder> code) {
    code.accept(builder);
  }

  /**
   * Makes the settings of a retry.
   *
   * @param name the name
   * @param builder the builder; name, runtime and listeners are set already
   * @param code makes the settings that come from code
   */
  default void customize(String name, RetryBuilder builder, Consumer<? super RetryBuilder> code) {
    code.accept(builder);
  }

  /**
   * Makes the settings of a timeout, other than its length.
   *
   * @param name the name
   * @param builder the builder; name, length, runtime and listeners are set already
   * @param code makes the settings that come from code
   */
  default void customize(
      String name, TimeoutBuilder builder, Consumer<? super TimeoutBuilder> code) {
    code.accept(builder);
  }

  /**
   * The length of a timeout.
   *
   * @param name the name
   * @param code the length that comes from code, or empty
   * @return the length to use; empty when there is none at all
   */
  default Optional<Duration> timeoutLength(String name, Optional<Duration> code) {
    return code;
  }

  /**
   * Whether a name has a policy of a kind, so that it is part of the name's composition.
   *
   * @param name the name
   * @param kind the kind
   * @return true when it is configured outside the code, false when it is switched off there; empty
   *     when it is not mentioned
   */
  default Optional<Boolean> has(String name, PolicyKind kind) {
    return Optional.empty();
  }

  /**
   * The order in which the policies of a name are nested when it has no definition.
   *
   * @param name the name
   * @param kinds the kinds that the name has, in the default order
   * @return the same kinds, the outermost first
   * @throws IllegalArgumentException when the order that is configured does not suit the kinds
   */
  default List<PolicyKind> order(String name, List<PolicyKind> kinds) {
    return kinds;
  }

  /**
   * The names that are configured outside the code, as far as they can be listed.
   *
   * @return the names
   */
  default Set<String> names() {
    return Set.of();
  }
}
