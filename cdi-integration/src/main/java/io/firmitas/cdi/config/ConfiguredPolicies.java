package io.firmitas.cdi.config;

import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.named.KeyedSettings;
import io.firmitas.registry.PolicyRegistry;
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
 * <p>Classes that keys name, such as conditions, need a constructor without parameters. Budgets by
 * name are for beans.
 *
 * <p>Thread-safe.
 */
public final class ConfiguredPolicies {
  private ConfiguredPolicies() {}

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
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = context == null ? ConfiguredPolicies.class.getClassLoader() : context;
    new ConfigurationCheck(new Configuration(config), loader).throwIfMistaken();
    return registry.customize(new KeyedSettings(config, loader, new PlainCode()));
  }
}
