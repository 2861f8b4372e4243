package io.firmitas.testkit.junit;

import io.firmitas.registry.PolicyRegistry;
import java.lang.reflect.Field;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Resets the policies of a registry before and after each test, so that no test sees what another
 * has left in a circuit breaker.
 *
 * <pre>{@code
 * @ExtendWith(ResetPolicies.class) // all registries in fields of the test class
 * class LoaderTest {
 *   static final PolicyRegistry REGISTRY = Loader.policies();
 * }
 *
 * class OtherTest {
 *   @RegisterExtension
 *   static final ResetPolicies RESET = ResetPolicies.of(Loader::policies); // a registry elsewhere
 * }
 * }</pre>
 *
 * <p>What is configured stays, and takes effect with the reset; listeners stay. Tests that share a
 * registry must not run at the same time. Thread-safe.
 */
public final class ResetPolicies implements BeforeEachCallback, AfterEachCallback {
  private final @Nullable Supplier<PolicyRegistry> registry;

  /** For {@code @ExtendWith}: resets the registries in fields of the test. JUnit calls it. */
  public ResetPolicies() {
    this.registry = null;
  }

  private ResetPolicies(Supplier<PolicyRegistry> registry) {
    this.registry = registry;
  }

  /**
   * Resets a registry.
   *
   * @param registry the registry
   * @return the extension, for a field with {@code @RegisterExtension}
   */
  public static ResetPolicies of(PolicyRegistry registry) {
    return new ResetPolicies(() -> registry);
  }

  /**
   * Resets a registry that is found anew before and after each test.
   *
   * @param registry gives the registry, for example a static method
   * @return the extension, for a field with {@code @RegisterExtension}
   */
  public static ResetPolicies of(Supplier<PolicyRegistry> registry) {
    return new ResetPolicies(registry);
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    reset(test);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    reset(test);
  }

  private void reset(ExtensionContext test) {
    if (registry != null) {
      registry.get().resetAll();
      return;
    }
    Set<PolicyRegistry> found = new LinkedHashSet<>();
    for (Object instance : test.getRequiredTestInstances().getAllInstances()) {
      addRegistriesOf(instance, found);
    }
    if (found.isEmpty()) {
      throw new ExtensionConfigurationException(
          test.getRequiredTestClass().getName()
              + " has no field of type PolicyRegistry that is set; keep the registry in one, or use"
              + " @RegisterExtension with ResetPolicies.of(...)");
    }
    found.forEach(PolicyRegistry::resetAll);
  }

  private static void addRegistriesOf(Object instance, Set<PolicyRegistry> found) {
    for (Field field :
        ReflectionSupport.findFields(
            instance.getClass(),
            field -> field.getType() == PolicyRegistry.class,
            HierarchyTraversalMode.TOP_DOWN)) {
      try {
        if (ReflectionSupport.tryToReadFieldValue(field, instance).get()
            instanceof PolicyRegistry registry) {
          found.add(registry);
        }
      } catch (Exception unreadable) {
        throw new ExtensionConfigurationException("cannot read " + field, unreadable);
      }
    }
  }
}
