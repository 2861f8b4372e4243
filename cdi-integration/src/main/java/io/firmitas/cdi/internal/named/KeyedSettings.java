package io.firmitas.cdi.internal.named;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.cdi.internal.assembly.BreakerAssembly;
import io.firmitas.cdi.internal.assembly.BuilderCalls;
import io.firmitas.cdi.internal.assembly.RetryAssembly;
import io.firmitas.cdi.internal.assembly.TimeoutAssembly;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.KeyParts;
import io.firmitas.cdi.internal.config.Keys;
import io.firmitas.cdi.internal.instance.Code;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.TimeoutSettings;
import io.firmitas.registry.PolicyCustomizer;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;

/**
 * Settings that keys make for the policies of a registry, around those that code makes: a key of
 * the name, then one of {@code global}, then code, then {@code defaults}. Immutable and
 * thread-safe.
 */
public final class KeyedSettings implements PolicyCustomizer {
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final Config config;
  private final ClassLoader loader;
  private final Code made;

  /**
   * Settings from keys.
   *
   * @param config the configuration
   * @param loader where classes are found
   * @param code makes objects of the classes that keys name
   */
  public KeyedSettings(Config config, ClassLoader loader, Code code) {
    this.config = config;
    this.loader = loader;
    made = code;
  }

  private NamedSettings read(PolicyKind kind, String name) {
    return NamedSettings.read(new Configuration(config), loader, made, kind, name);
  }

  @Override
  public void customize(
      String name, CircuitBreakerBuilder builder, Consumer<? super CircuitBreakerBuilder> code) {
    NamedSettings settings = read(PolicyKind.CIRCUIT_BREAKER, name);
    apply(
        settings,
        builder,
        code,
        BreakerAssembly::configure,
        CircuitBreaker::builder,
        CircuitBreakerBuilder::config);
    if (settings.isOff()) {
      builder.ignoreIf(failure -> true).dryRun(true);
    }
  }

  @Override
  public void customize(String name, RetryBuilder builder, Consumer<? super RetryBuilder> code) {
    NamedSettings settings = read(PolicyKind.RETRY, name);
    apply(settings, builder, code, RetryAssembly::configure, Retry::builder, RetryBuilder::config);
    if (settings.isOff()) {
      builder.skipWhen(context -> true);
    }
  }

  @Override
  public void customize(
      String name, TimeoutBuilder builder, Consumer<? super TimeoutBuilder> code) {
    NamedSettings settings = read(PolicyKind.TIMEOUT, name);
    settings.remove(TimeoutSettings.VALUE);
    apply(
        settings,
        builder,
        code,
        TimeoutAssembly::configure,
        () -> Timeout.builder(FOR_EVER),
        TimeoutBuilder::config);
    if (settings.isOff()) {
      builder.length(FOR_EVER).withoutInterrupt();
    }
  }

  private static <B> void apply(
      NamedSettings settings,
      B builder,
      Consumer<? super B> code,
      BiConsumer<B, BuilderCalls> setter,
      Supplier<B> fresh,
      Consumer<B> check) {
    settings.yieldTo(
        weaker -> {
          B probe = fresh.get();
          setter.accept(probe, weaker);
          code.accept(probe);
          check.accept(probe);
        });
    setter.accept(builder, settings.weaker());
    code.accept(builder);
    setter.accept(builder, settings.stronger());
    settings.throwIfMistaken();
  }

  @Override
  public Optional<Duration> timeoutLength(String name, Optional<Duration> code) {
    NamedSettings settings = read(PolicyKind.TIMEOUT, name);
    Optional<Duration> length =
        settings
            .find(TimeoutSettings.VALUE, true)
            .or(() -> code)
            .or(() -> settings.find(TimeoutSettings.VALUE, false));
    settings.throwIfMistaken();
    return settings.isOff() ? Optional.of(FOR_EVER) : length;
  }

  @Override
  public Optional<Boolean> has(String name, io.firmitas.registry.PolicyKind kind) {
    NamedSettings settings = read(PolicyKind.valueOf(kind.name()), name);
    if (settings.isOff()) {
      return Optional.of(false);
    }
    return settings.isNamed() ? Optional.of(true) : Optional.empty();
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.firmitas.cdi.PolicyDeploymentException when the key {@code firmitas.<name>.order}
   *     cannot be read, or leaves out one of the kinds
   */
  @Override
  public List<io.firmitas.registry.PolicyKind> order(
      String name, List<io.firmitas.registry.PolicyKind> kinds) {
    return ConfiguredOrder.of(new Configuration(config), name, kinds);
  }

  @Override
  public Set<String> names() {
    return names(new Configuration(config));
  }

  /** The names that keys are about, as far as the sources list their keys. */
  public static Set<String> names(Configuration configuration) {
    Set<String> names = new TreeSet<>();
    for (String key : configuration.present().keySet()) {
      if (key.startsWith(Keys.PREFIX)) {
        KeyParts.of(key).filter(KeyedSettings::isOurs).map(KeyParts::target).ifPresent(names::add);
      }
    }
    names.removeAll(List.of(Keys.GLOBAL, Keys.DEFAULTS));
    return names;
  }

  private static boolean isOurs(KeyParts parts) {
    return Keys.isPolicyId(parts.target())
        && PolicyKind.withKey(parts.policy()).filter(PolicyKind::isPartOfNames).isPresent();
  }
}
