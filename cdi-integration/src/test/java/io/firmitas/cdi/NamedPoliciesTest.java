package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policy;
import io.firmitas.breaker.CircuitOpenException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NamedPoliciesTest {
  /** A breaker with a name that several beans inherit. */
  abstract static class Base {
    @CircuitBreaker(name = "inherited", failureThreshold = 1)
    public void call() {
      throw new IllegalStateException();
    }
  }

  @ApplicationScoped
  static class One extends Base {}

  @ApplicationScoped
  static class Two extends Base {}

  @Test
  @DisplayName("CDI-11, S8: a named breaker that two beans inherit is one breaker")
  void inherited() {
    try (TestContainer container = TestContainer.of(One.class, Two.class)) {
      assertThatThrownBy(container.get(One.class)::call).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(container.get(Two.class)::call)
          .isInstanceOf(CircuitOpenException.class)
          .hasMessageContaining("inherited");
    }
  }

  /** Uses a name through the API and through an annotation. */
  @ApplicationScoped
  static class TwoWays {
    @Inject
    @PolicyName("configured")
    Policy<Object> policy;

    private int calls;

    @Retry(name = "configured", maxAttempts = 3, delay = "0s")
    public void annotated() {
      calls++;
      throw new IllegalStateException();
    }

    public void throughApi() {
      policy.run(
          () -> {
            calls++;
            throw new IllegalStateException();
          });
    }

    public int calls() {
      return calls;
    }
  }

  @Test
  @DisplayName("CDI-41, S15: configuration holds for a name whichever way it is used first")
  void configuredBeforeUse() {
    try (TestContainer container =
        TestContainer.with()
            .beans(TwoWays.class)
            .key("firmitas.configured.retry.max-attempts", "2")
            .start()) {
      TwoWays bean = container.get(TwoWays.class);
      assertThatThrownBy(bean::throughApi).isInstanceOf(IllegalStateException.class);
      assertThat(bean.calls()).isEqualTo(2);
      assertThatThrownBy(bean::annotated).isInstanceOf(IllegalStateException.class);
      assertThat(bean.calls()).isEqualTo(4);
    }
  }

  @ApplicationScoped
  static class Owner {
    @CircuitBreaker(name = "shared", failureThreshold = 1)
    public void call() {
      throw new IllegalStateException();
    }
  }

  @ApplicationScoped
  static class Guest {
    @CircuitBreaker(name = "shared")
    public void call() {
      throw new IllegalStateException();
    }
  }

  @ApplicationScoped
  static class Rebel {
    @CircuitBreaker(name = "shared", failureThreshold = 4)
    public void call() {
      throw new IllegalStateException();
    }
  }

  @Test
  @DisplayName(
      "CDI-11, T128: settings given at one place hold for all places with the name, whichever comes"
          + " first")
  void shared() {
    try (TestContainer container = TestContainer.of(Guest.class, Owner.class)) {
      assertThatThrownBy(container.get(Guest.class)::call)
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(container.get(Owner.class)::call).isInstanceOf(CircuitOpenException.class);
    }
  }

  @Test
  @DisplayName("CDI-12: different settings for one name are an error that names both places")
  void conflict() {
    List<DeploymentProblem> problems =
        TestContainer.with().beans(Owner.class, Rebel.class).problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).toString())
        .contains("circuit-breaker \"shared\" is shared by")
        .contains("Owner/call()")
        .contains("Rebel/call()")
        .contains("failureThreshold = 1")
        .contains("failureThreshold = 4")
        .contains("firmitas.shared.circuit-breaker.failure-threshold");
  }

  @Test
  @DisplayName(
      "CDI-12: a key for one of the places only is a conflict, too; a key for the name is not")
  void keys() {
    String onePlace =
        "firmitas.\"" + Owner.class.getName() + "/call\".circuit-breaker.failure-threshold";
    assertThat(TestContainer.with().beans(Owner.class, Guest.class).key(onePlace, "9").problems())
        .hasSize(1);
    try (TestContainer container =
        TestContainer.with()
            .beans(Owner.class, Rebel.class)
            .key("firmitas.shared.circuit-breaker.failure-threshold", "2")
            .start()) {
      assertThatThrownBy(container.get(Owner.class)::call)
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(container.get(Rebel.class)::call)
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(container.get(Owner.class)::call).isInstanceOf(CircuitOpenException.class);
    }
  }

  @ApplicationScoped
  static class Unnamed {
    @CircuitBreaker(failureThreshold = 1)
    public void first() {
      throw new IllegalStateException();
    }

    @CircuitBreaker(failureThreshold = 1)
    public void second() {
      throw new IllegalStateException();
    }
  }

  @Test
  @DisplayName("CDI-10, Z82: without a name each method has a breaker of its own")
  void unnamed() {
    try (TestContainer container = TestContainer.of(Unnamed.class)) {
      Unnamed bean = container.get(Unnamed.class);
      assertThatThrownBy(bean::first).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(bean::second).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(bean::first).isInstanceOf(CircuitOpenException.class);
    }
  }

  @ApplicationScoped
  static class Overloaded {
    @CircuitBreaker(failureThreshold = 1)
    public void call(int number) {
      throw new IllegalStateException();
    }

    @CircuitBreaker(failureThreshold = 1)
    public void call(String text) {
      throw new IllegalStateException();
    }
  }

  @Test
  @DisplayName("CDI-10: overloads have names that tell them apart")
  void overloads() {
    try (TestContainer container = TestContainer.of(Overloaded.class)) {
      Overloaded bean = container.get(Overloaded.class);
      assertThatThrownBy(() -> bean.call(1)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> bean.call(1))
          .isInstanceOf(CircuitOpenException.class)
          .hasMessageContaining("Overloaded/call(int)");
    }
  }
}
