package io.firmitas.registry;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.internal.Arguments;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds circuit breakers by key. Not thread-safe.
 *
 * @param <K> the type of keys
 */
public final class KeyedCircuitBreakersBuilder<K> {
  String name = "circuit-breaker";
  @Nullable PolicyRuntime runtime;
  BiConsumer<? super K, ? super CircuitBreakerBuilder> settings = (key, builder) -> {};
  int maxKeys = 1_000;
  Duration idleTime = Duration.ofHours(1);

  KeyedCircuitBreakersBuilder() {}

  /**
   * The first part of the names of the breakers, {@code <name>/<key>}. Default {@code
   * circuit-breaker}.
   *
   * @param value the name, not blank
   * @return this builder
   */
  public KeyedCircuitBreakersBuilder<K> name(String value) {
    name = Arguments.notBlank("name", value);
    return this;
  }

  /**
   * The runtime of all breakers. Default {@link PolicyRuntime#system()}.
   *
   * @param value the runtime
   * @return this builder
   */
  public KeyedCircuitBreakersBuilder<K> runtime(PolicyRuntime value) {
    runtime = Arguments.notNull("runtime", value);
    return this;
  }

  /**
   * The settings of all breakers. Default: those of {@link CircuitBreakerBuilder}.
   *
   * @param value makes the settings, each time a breaker is made, on the thread that needs it; the
   *     name and the runtime are set already
   * @return this builder
   */
  public KeyedCircuitBreakersBuilder<K> settings(Consumer<? super CircuitBreakerBuilder> value) {
    Arguments.notNull("settings", value);
    return settings((key, builder) -> value.accept(builder));
  }

  /**
   * The settings of each breaker by its key.
   *
   * @param value makes the settings, each time a breaker is made, on the thread that needs it; the
   *     name and the runtime are set already
   * @return this builder
   */
  public KeyedCircuitBreakersBuilder<K> settings(
      BiConsumer<? super K, ? super CircuitBreakerBuilder> value) {
    settings = Arguments.notNull("settings", value);
    return this;
  }

  /**
   * How many breakers are kept. When there are more, those that have not been used for the longest
   * time are forgotten. Default 1000.
   *
   * @param value the number, at least 1; exceeded when more than that may not be forgotten
   * @return this builder
   */
  public KeyedCircuitBreakersBuilder<K> maxKeys(int value) {
    maxKeys = Arguments.atLeast("maxKeys", value, 1);
    return this;
  }

  /**
   * How long a breaker is kept without being used. It is forgotten with the next use of any breaker
   * thereafter, or a little later: at the latest after twice that time. Default 1 h.
   *
   * @param value the time, longer than zero
   * @return this builder
   */
  public KeyedCircuitBreakersBuilder<K> idleTime(Duration value) {
    idleTime = Arguments.positive("idleTime", value);
    return this;
  }

  /**
   * Builds the breakers, none of which is made yet.
   *
   * @return new breakers
   */
  public KeyedCircuitBreakers<K> build() {
    return new KeyedCircuitBreakers<>(this);
  }
}
