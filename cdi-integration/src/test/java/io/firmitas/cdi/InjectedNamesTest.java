package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Policies of names that only keys and annotations describe, with each extension and without. */
@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class InjectedNamesTest {
  private static final String ATTEMPTS = "firmitas.inventory.retry.max-attempts";

  @Parameter TestContainer.Setup setup;

  private TestContainer.Builder with(Class<?>... beans) {
    return TestContainer.with().setup(setup).beans(beans).beans(VirtualTime.class);
  }

  private void assumeExtension() {
    Assumptions.assumeTrue(setup != TestContainer.Setup.NO_EXTENSION);
  }

  @ApplicationScoped
  static class Guarding {
    @Guarded("inventory")
    public void call() {
      throw new IllegalStateException("down");
    }

    @CircuitBreaker(name = "inventory", failureThreshold = 1)
    public void other() {
      throw new IllegalStateException("down");
    }
  }

  @ApplicationScoped
  static class ByName {
    @Inject
    @PolicyName("inventory")
    Policy<String> policy;

    @Inject
    @PolicyName("inventory")
    Instance<Policy<Integer>> later;

    @Inject
    @PolicyName("inventory")
    Provider<io.firmitas.retry.Retry> retry;

    private final io.firmitas.breaker.CircuitBreaker breaker;

    ByName() {
      breaker = null;
    }

    @Inject
    ByName(@PolicyName("inventory") io.firmitas.breaker.CircuitBreaker breaker) {
      this.breaker = breaker;
    }

    List<Object> all() {
      return List.of(policy, later.get(), retry.get(), breaker);
    }
  }

  @Test
  @DisplayName("CDI-60: an extension injects what keys and annotations describe, the same object")
  void byName() {
    assumeExtension();
    try (TestContainer container = with(ByName.class, Guarding.class).key(ATTEMPTS, "1").start()) {
      container.asApplication(() -> checkShared(container, container.get(ByName.class).all()));
    }
  }

  private static void checkShared(TestContainer container, List<Object> all) {
    assertThat(all.get(0)).isSameAs(all.get(1));
    assertThat(all.get(2)).isInstanceOf(io.firmitas.retry.Retry.class);
    assertThatThrownBy(container.get(Guarding.class)::other).hasMessage("down");
    assertThat(((io.firmitas.breaker.CircuitBreaker) all.get(3)).failures()).isEqualTo(1);
    assertThatThrownBy(container.get(Guarding.class)::call)
        .isInstanceOf(io.firmitas.breaker.CircuitOpenException.class);
  }

  @ApplicationScoped
  static class LookedUp {
    @Inject
    @PolicyOf("inventory")
    Policy<String> policy;

    @Inject
    @PolicyOf("inventory")
    Instance<Policy<Integer>> later;

    @Inject
    @PolicyOf("inventory")
    io.firmitas.retry.Retry retry;

    @Inject
    @PolicyOf("inventory")
    io.firmitas.breaker.CircuitBreaker breaker;

    List<Object> all() {
      return List.of(policy, later.get(), retry, breaker);
    }
  }

  @Test
  @DisplayName("CDI-69: @PolicyOf injects the same object, also without an extension")
  void lookedUp() {
    try (TestContainer container =
        with(LookedUp.class, Guarding.class).key(ATTEMPTS, "1").start()) {
      container.asApplication(() -> checkShared(container, container.get(LookedUp.class).all()));
    }
  }

  @ApplicationScoped
  static class OnlyKeys {
    @Inject
    @PolicyOf("inventory")
    Policy<String> policy;

    @Inject
    @PolicyOf("slow")
    io.firmitas.timeout.Timeout timeout;

    String describe() {
      return policy.describe() + ", " + timeout.config().length();
    }
  }

  @Test
  @DisplayName("CDI-69: so it does with names that only keys describe, which are then no dead keys")
  void onlyKeys() {
    try (TestContainer container =
        with(OnlyKeys.class).key(ATTEMPTS, "2").key("firmitas.slow.timeout.value", "3s").start()) {
      container.asApplication(
          () ->
              assertThat(container.get(OnlyKeys.class).describe())
                  .isEqualTo("retry(inventory), PT3S"));
    }
  }

  @Test
  @DisplayName("CDI-63: a name that means nothing, and a part that a name has not, are errors")
  void unknown() {
    assertThat(
            with(OnlyKeys.class)
                .key("firmitas.inventry.retry.delay", "1s")
                .key("firmitas.slow.retry.delay", "1s")
                .key("firmitas.unknown-keys", "warn")
                .problems())
        .extracting(DeploymentProblem::toString)
        .hasSize(2)
        .anyMatch(each -> each.contains("@PolicyOf at") && each.contains("mean \"inventry\"?"))
        .anyMatch(each -> each.contains("\"slow\" has no timeout"));
  }

  @ApplicationScoped
  static class Observer {
    static volatile String seen = "";

    void start(@Observes Startup event, @PolicyName("inventory") Policy<String> policy) {
      seen = policy.describe();
    }
  }

  @Test
  @DisplayName("CDI-60: an observer is injected as well")
  void observer() {
    assumeExtension();
    Observer.seen = "";
    with(Observer.class).key(ATTEMPTS, "2").start().close();
    assertThat(Observer.seen).isEqualTo("retry(inventory)");
  }

  @ApplicationScoped
  static class Producing {
    @Produces
    @Singleton
    @PolicyName("inventory")
    Policy<String> policy(@PolicyOf("inventory") io.firmitas.retry.Retry retry) {
      return Policies.wrap(retry);
    }
  }

  @ApplicationScoped
  static class Using {
    @Inject
    @PolicyName("inventory")
    Policy<String> policy;

    String describe() {
      return policy.describe();
    }
  }

  @Test
  @DisplayName("CDI-62: what the application produces is injected, and made of parts from keys")
  void produced() {
    try (TestContainer container =
        with(Producing.class, Using.class, Guarding.class).key(ATTEMPTS, "2").start()) {
      container.asApplication(
          () -> assertThat(container.get(Using.class).describe()).isEqualTo("retry(inventory)"));
    }
  }

  @ApplicationScoped
  static class Lazy {
    @Inject
    @PolicyName("inventory")
    Instance<Policy<String>> later;
  }

  @Test
  @DisplayName(
      "CDI-69: without an extension @PolicyName has no bean, and the error names @PolicyOf")
  void noBean() {
    Assumptions.assumeTrue(setup == TestContainer.Setup.NO_EXTENSION);
    assertThat(with(Lazy.class).key(ATTEMPTS, "2").problems())
        .singleElement()
        .asString()
        .contains("@PolicyName at", "Lazy.later", "write @PolicyOf(\"inventory\") instead");
    assertThatThrownBy(() -> with(ByName.class).key(ATTEMPTS, "2").start())
        .as("the container's own error")
        .hasMessageContaining("PolicyName");
  }
}
