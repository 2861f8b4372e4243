package io.firmitas.cdi;

import static io.firmitas.cdi.GuardedByNameTest.ATTEMPTS;
import static io.firmitas.cdi.GuardedByNameTest.THRESHOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.cdi.GuardedByNameTest.Inventory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Policies of a name that the application makes, beside what keys say of the name. */
class ProducedPoliciesTest {
  @ApplicationScoped
  static class Producer {
    static int made;

    @Produces
    @PolicyName("inventory")
    Policy<String> policy() {
      made++;
      return io.firmitas.breaker.CircuitBreaker.builder("mine")
          .failureThreshold(1)
          .build()
          .around((call, context) -> call.invoke(context));
    }
  }

  @ApplicationScoped
  static class Injected {
    @Inject
    @PolicyName("inventory")
    Policy<String> policy;

    Policy<String> policy() {
      return policy;
    }
  }

  @Test
  @DisplayName("CDI-62: a producer without a scope is asked once, and its policy guards")
  void produced() {
    Producer.made = 0;
    try (TestContainer container =
        TestContainer.of(Inventory.class, Injected.class, Producer.class)) {
      assertThatThrownBy(container.get(Inventory.class)::count).hasMessage("down");
      assertThatThrownBy(() -> container.get(Injected.class).policy().call(() -> "up"))
          .isInstanceOf(CircuitOpenException.class)
          .hasMessageContaining("mine");
      assertThat(Producer.made).isEqualTo(1);
    }
  }

  @ApplicationScoped
  static class Composer {
    @Produces
    @PolicyName("inventory")
    Policy<String> policy(
        @PolicyName("inventory") io.firmitas.retry.Retry retry,
        @PolicyName("inventory") io.firmitas.breaker.CircuitBreaker breaker) {
      return Policies.wrap(breaker, retry);
    }
  }

  @Test
  @DisplayName("CDI-62: a producer may compose the parts that keys describe")
  void composed() {
    try (TestContainer container =
        TestContainer.with()
            .beans(Inventory.class, Composer.class, VirtualTime.class)
            .key(ATTEMPTS, "3")
            .key(THRESHOLD, "2")
            .start()) {
      Inventory inventory = container.get(Inventory.class);
      assertThatThrownBy(inventory::count).hasMessage("down");
      assertThatThrownBy(inventory::count).hasMessage("down");
      assertThatThrownBy(inventory::count).isInstanceOf(CircuitOpenException.class);
    }
  }

  @Test
  @DisplayName("CDI-62: keys that a producer does not read are errors that say so")
  void keysOfProduced() {
    List<DeploymentProblem> problems =
        TestContainer.with()
            .beans(Inventory.class, Producer.class)
            .key(ATTEMPTS, "3")
            .key("firmitas.inventory.order", "retry")
            .problems();
    assertThat(problems)
        .hasSize(2)
        .allMatch(problem -> problem.what().contains("made by a producer"));
  }

  @ApplicationScoped
  static class SecondProducer {
    @Produces
    @PolicyName("inventory")
    Policy<Integer> policy() {
      return (call, context) -> call.invoke(context);
    }
  }

  @Test
  @DisplayName("CDI-62: two producers of a name, and one of another type, are errors")
  void wrongProducers() {
    assertThat(
            TestContainer.with()
                .beans(Inventory.class, Producer.class, SecondProducer.class)
                .problems())
        .anyMatch(problem -> problem.what().contains("several beans"));
    assertThat(TestContainer.with().beans(Inventory.class, SecondProducer.class).problems())
        .hasSize(2)
        .allMatch(
            problem ->
                problem.toString().contains("is for calls that return java.lang.Integer")
                    && problem.remedy().contains("Policy<java.lang.String>"));
  }

  @ApplicationScoped
  static class BrokenProducer {
    @Produces
    @PolicyName("inventory")
    Policy<String> policy() {
      throw new IllegalStateException("no address");
    }
  }

  @Test
  @DisplayName("CDI-62: a producer that throws ends the deployment")
  void brokenProducer() {
    assertThat(TestContainer.with().beans(Inventory.class, BrokenProducer.class).problems())
        .anyMatch(problem -> problem.toString().contains("no address"));
  }
}
