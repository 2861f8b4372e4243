package io.firmitas.registry;

import io.firmitas.PolicyBuilder;
import io.firmitas.registry.Current.Renewal;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All policies of one kind: the settings and the handle of each name.
 *
 * @param <B> the builder of this kind
 * @param <I> what a handle reads
 * @param <H> the handle
 */
final class Kind<B extends PolicyBuilder<B>, I, H> {
  private final Function<String, B> builders;
  private final BiFunction<String, B, I> maker;
  private final Function<Current<I>, H> handles;
  private final Customization<B> customization;
  private final Map<String, Consumer<? super B>> settings = new ConcurrentHashMap<>();
  private final Map<String, Named<I, H>> made = new ConcurrentHashMap<>();
  private volatile Consumer<? super B> defaults = builder -> {};

  /**
   * Makes a kind.
   *
   * @param builders starts building the policy of a name
   * @param maker makes what the handle reads
   * @param handles makes the handle
   * @param customization makes the settings from outside and, within it, those of code
   */
  Kind(
      Function<String, B> builders,
      BiFunction<String, B, I> maker,
      Function<Current<I>, H> handles,
      Customization<B> customization) {
    this.builders = builders;
    this.maker = maker;
    this.handles = handles;
    this.customization = customization;
  }

  /** Makes all settings of a builder. */
  @FunctionalInterface
  interface Customization<B> {
    void apply(String name, B builder, Consumer<B> code);
  }

  private record Named<I, H>(Current<I> current, H handle) {}

  void configureAll(Consumer<? super B> customizer) {
    defaults = customizer;
  }

  void configure(String name, Consumer<? super B> customizer) {
    settings.put(name, customizer);
  }

  /** The handle of a name; its policy has been made when this returns. */
  H handle(String name) {
    Named<I, H> named = made.get(name);
    if (named == null) {
      named = made.computeIfAbsent(name, this::unmade);
    }
    named.current.get();
    return named.handle;
  }

  private Named<I, H> unmade(String name) {
    Current<I> current = new Current<>(() -> make(name));
    return new Named<>(current, handles.apply(current));
  }

  private I make(String name) {
    B builder = builders.apply(name);
    customization.apply(name, builder, each -> applyCode(name, each));
    return maker.apply(name, builder);
  }

  private void applyCode(String name, B builder) {
    defaults.accept(builder);
    Consumer<? super B> own = settings.get(name);
    if (own != null) {
      own.accept(builder);
    }
  }

  /** The handle of a name whose policy has been made. */
  @Nullable H made(String name) {
    Named<I, H> named = made.get(name);
    return named != null && named.current.isMade() ? named.handle : null;
  }

  /** Whether a name is configured or its policy has been made. */
  boolean knows(String name) {
    return settings.containsKey(name) || made(name) != null;
  }

  void addNamesTo(Collection<? super String> names) {
    names.addAll(settings.keySet());
    addMadeNamesTo(names);
  }

  void addMadeNamesTo(Collection<? super String> names) {
    made.forEach(
        (name, named) -> {
          if (named.current.isMade()) {
            names.add(name);
          }
        });
  }

  /** Makes the policy of a name anew, when it has been made before. */
  Optional<Renewal<I>> prepareRenewal(String name) {
    Named<I, H> named = made.get(name);
    return named != null && named.current.isMade()
        ? Optional.of(named.current.prepare())
        : Optional.empty();
  }
}
