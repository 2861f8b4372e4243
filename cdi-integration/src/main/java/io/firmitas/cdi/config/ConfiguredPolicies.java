package io.firmitas.cdi.config;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.cdi.internal.assembly.BreakerAssembly;
import io.firmitas.cdi.internal.assembly.BuilderCalls;
import io.firmitas.cdi.internal.assembly.RetryAssembly;
import io.firmitas.cdi.internal.assembly.TimeoutAssembly;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.TimeoutSettings;
import io.firmitas.registry.PolicyCustomizer;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * The policies of a registry configured by MicroProfile Config, in plain Java.
 *
 * <pre>{@code
 * PolicyRegistry registry = ConfiguredPolicies.configure(PolicyRegistry.create());
 * Policy<Page> catalog = registry.policy("catalog"); // firmitas.catalog.retry.max-attempts=5 ...
 * }</pre>
 *
 * <p>The keys are those of annotated beans, {@code firmitas.<target>.<policy>.<setting>}. Targets
 * are a name in the registry (small letters, digits and hyphens), {@code global} and {@code
 * defaults}; keys about classes and methods, and about fallbacks, are for beans and left alone. A
 * key of the name is stronger than one of {@code global}, that stronger than code, code stronger
 * than {@code defaults}.
 *
 * <p>What can be set in more than one way is decided as one: a key overrides the whole delay, or
 * the whole jitter, that code has chosen, and defaults that contradict code give way. A key that
 * contradicts code otherwise, a failure rate where code gives a number of failures, is an error
 * when the policy is made. Exception types of keys are added to those of code.
 *
 * <p>{@code firmitas.<name>.order=timeout,retry,circuit-breaker} nests the policies of a name in
 * another order.
 *
 * <p>Values are read when a policy is made: on first use, and again when its name is reset. A
 * policy with {@code enabled=false} is left out of the name's composition and lets calls pass when
 * used by itself.
 *
 * <p>Immutable and thread-safe.
 */
public final class ConfiguredPolicies implements PolicyCustomizer {
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final Config config;
  private final ClassLoader loader;

  private ConfiguredPolicies(Config config, ClassLoader loader) {
    this.config = config;
    this.loader = loader;
  }

  /**
   * Has a registry configured by the configuration of the application.
   *
   * @param registry the registry
   * @return the registry
   * @throws io.firmitas.cdi.PolicyDeploymentException when there are mistakes, with all of them
   */
  public static PolicyRegistry configure(PolicyRegistry registry) {
    return configure(registry, ConfigProvider.getConfig());
  }

  /**
   * Has a registry configured by a configuration.
   *
   * @param registry the registry
   * @param config the configuration
   * @return the registry
   * @throws io.firmitas.cdi.PolicyDeploymentException when there are mistakes: values that cannot
   *     be read, settings that exclude each other, keys that lead nowhere; with all of them. {@code
   *     firmitas.unknown-keys=warn} makes warnings of the last
   */
  public static PolicyRegistry configure(PolicyRegistry registry, Config config) {
    ClassLoader loader = contextLoader();
    new ConfigurationCheck(new Configuration(config), loader).throwIfMistaken();
    return registry.customize(new ConfiguredPolicies(config, loader));
  }

  /**
   * The settings that a configuration has for a registry, without a search for mistakes in keys
   * that the registry does not use.
   *
   * @param config the configuration
   * @return the settings, for {@link PolicyRegistry#customize}
   */
  public static PolicyCustomizer of(Config config) {
    return new ConfiguredPolicies(config, contextLoader());
  }

  private static ClassLoader contextLoader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ConfiguredPolicies.class.getClassLoader() : context;
  }

  private NamedSettings read(PolicyKind kind, String name) {
    return NamedSettings.read(new Configuration(config), loader, kind, name);
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
    return ConfigurationCheck.names(new Configuration(config));
  }
}
