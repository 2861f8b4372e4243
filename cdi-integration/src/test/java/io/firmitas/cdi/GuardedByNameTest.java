package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policy;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.timeout.TimeoutExceededException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardedByNameTest {
  static final String THRESHOLD = "firmitas.inventory.circuit-breaker.failure-threshold";
  static final String ATTEMPTS = "firmitas.inventory.retry.max-attempts";

  @ApplicationScoped
  static class Inventory {
    int calls;

    @Guarded("inventory")
    public String count() {
      calls++;
      throw new IllegalStateException("down");
    }

    @Guarded("inventory")
    public CompletionStage<String> countLater() {
      calls++;
      return CompletableFuture.failedFuture(new IllegalStateException("down"));
    }

    int calls() {
      return calls;
    }
  }

  @ApplicationScoped
  static class User {
    @Inject
    @PolicyName("inventory")
    Policy<String> policy;

    @Inject
    @PolicyName("inventory")
    Instance<Policy<Integer>> again;

    Policy<String> policy() {
      return policy;
    }

    Object again() {
      return again.get();
    }
  }

  private static TestContainer.Builder withUser() {
    return TestContainer.with().beans(Inventory.class, User.class, VirtualTime.class);
  }

  @Test
  @DisplayName("CDI-60: @Guarded and @Inject @PolicyName are one and the same policy")
  void oneObject() {
    try (TestContainer container = withUser().key(THRESHOLD, "2").start()) {
      User user = container.get(User.class);
      Inventory inventory = container.get(Inventory.class);
      assertThat((Object) user.policy()).isSameAs(user.again());
      assertThatThrownBy(inventory::count).hasMessage("down");
      assertThat(inventory.countLater().toCompletableFuture()).isCompletedExceptionally();
      assertThatThrownBy(() -> user.policy().call(() -> "up"))
          .isInstanceOf(CircuitOpenException.class)
          .hasMessageContaining("inventory");
    }
  }

  @ApplicationScoped
  static class Annotated {
    @CircuitBreaker(name = "inventory", failureThreshold = 1)
    public void call() {
      throw new IllegalStateException("down");
    }
  }

  @ApplicationScoped
  static class Part {
    @Inject
    @PolicyName("inventory")
    io.firmitas.breaker.CircuitBreaker breaker;

    io.firmitas.breaker.CircuitBreaker breaker() {
      return breaker;
    }
  }

  @Test
  @DisplayName("CDI-61: annotations with a name, and keys, give the name its policies together")
  void annotationsAndKeys() {
    try (TestContainer container =
        withUser().beans(Annotated.class, Part.class).key(ATTEMPTS, "2").start()) {
      assertThatThrownBy(container.get(Annotated.class)::call).hasMessage("down");
      assertThat(container.get(Part.class).breaker().failures()).isEqualTo(1);
      assertThatThrownBy(container.get(Inventory.class)::count)
          .isInstanceOf(CircuitOpenException.class);
      container.get(Part.class).breaker().reset();
      assertThatThrownBy(container.get(Inventory.class)::count)
          .as("the second of two attempts is refused")
          .isInstanceOf(CircuitOpenException.class);
      assertThat(container.get(Inventory.class).calls()).isEqualTo(1);
      assertThat(container.get(User.class).policy().describe())
          .isEqualTo("retry(inventory) > circuit-breaker(inventory)");
    }
  }

  @Test
  @DisplayName("CDI-63: a name that means nothing is an error at each use, with the nearest name")
  void unknown() {
    List<DeploymentProblem> problems =
        withUser()
            .key("firmitas.unknown-keys", "warn")
            .key("firmitas.inventry.retry.delay", "1s")
            .problems();
    assertThat(problems)
        .hasSize(4)
        .allMatch(problem -> problem.what().equals("no policy is named \"inventory\""))
        .allMatch(problem -> problem.remedy().equals("did you mean \"inventry\"?"));
    assertThat(TestContainer.with().beans(Inventory.class).problems())
        .allMatch(problem -> problem.remedy().contains("firmitas.inventory.retry.max-attempts"));
  }

  @Test
  @DisplayName("CDI-63: so is a part that the name has not")
  void unknownPart() {
    assertThat(
            TestContainer.with().beans(Part.class, Inventory.class).key(ATTEMPTS, "3").problems())
        .singleElement()
        .asString()
        .contains("Part.breaker", "\"inventory\" has no circuit-breaker");
  }

  @Test
  @DisplayName("CDI-63: a mistake in the settings of a name is told once, with its origin")
  void mistakes() {
    assertThat(withUser().key(ATTEMPTS, "0").problems())
        .isNotEmpty()
        .allMatch(problem -> problem.toString().contains(ATTEMPTS + " = \"0\" (source"))
        .hasSize(1);
  }

  @Test
  @DisplayName("CDI-63: so is a contradiction between settings, with all their origins")
  void contradictingSettings() {
    assertThat(
            withUser()
                .key("firmitas.inventory.circuit-breaker.failure-rate", "0.5")
                .key("firmitas.global.circuit-breaker.minimum-calls", "7")
                .problems())
        .isNotEmpty()
        .allMatch(
            problem ->
                problem.where().contains("failure-rate = \"0.5\" (source")
                    && problem.where().contains("minimum-calls = \"7\" (source"));
  }

  @Test
  @DisplayName(
      "CDI-46, G97: a policy of a name that is switched off is left out, and that is logged")
  void switchedOff() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container =
            withUser().key(ATTEMPTS, "3").key("firmitas.inventory.retry.enabled", "no").start()) {
      assertThat(log.texts("WARNING"))
          .anySatisfy(
              text ->
                  assertThat(text)
                      .contains("retry \"inventory\" is switched off by")
                      .contains("firmitas.inventory.retry.enabled"));
      Inventory inventory = container.get(Inventory.class);
      assertThatThrownBy(inventory::count).hasMessage("down");
      assertThat(inventory.calls()).isEqualTo(1);
    }
  }

  @ApplicationScoped
  static class Slow {
    @Inject io.firmitas.PolicyRuntime runtime;
    int calls;

    @Guarded("inventory")
    public void call() throws InterruptedException {
      calls++;
      runtime.sleep(2_000_000_000L);
      throw new IllegalStateException("down");
    }

    int calls() {
      return calls;
    }
  }

  @ParameterizedTest
  @DisplayName("CDI-64: the order of a name is configured, the first one outermost")
  @CsvSource(
      delimiter = '|',
      value = {
        "retry, timeout | 3",
        "timeout,retry | 2",
        "circuit-breaker, timeout, retry | 2",
      })
  void order(String order, int calls) {
    try (TestContainer container =
        TestContainer.with()
            .beans(Slow.class, VirtualTime.class)
            .key(ATTEMPTS, "3")
            .key("firmitas.inventory.retry.delay", "0s")
            .key("firmitas.inventory.retry.retry-on", "java.lang.Exception")
            .key("firmitas.inventory.timeout.value", order.startsWith("retry") ? "1s" : "3s")
            .key("firmitas.inventory.order", order)
            .start()) {
      Slow slow = container.get(Slow.class);
      assertThatThrownBy(slow::call).isInstanceOf(TimeoutExceededException.class);
      assertThat(slow.calls()).isEqualTo(calls);
    }
  }

  @ParameterizedTest
  @DisplayName("CDI-64: an order with a mistake, and one that nobody uses, is an error")
  @CsvSource(
      delimiter = '|',
      value = {
        "inventory | retry, retry | names retry twice",
        "inventory | retry, fallback | belongs to one method",
        "inventory | retry, bulkhead | there is no policy \"bulkhead\"",
        "inventory | timeout | does not say where the retry of \"inventory\" is",
        "elsewhere | retry | \"elsewhere\" is used by no @Guarded and no @PolicyName",
      })
  void wrongOrder(String name, String order, String message) {
    assertThat(withUser().key(ATTEMPTS, "2").key("firmitas." + name + ".order", order).problems())
        .singleElement()
        .asString()
        .contains("firmitas." + name + ".order = \"" + order + "\" (source")
        .contains(message);
  }

  @Stereotype
  @Guarded("inventory")
  @Retention(RetentionPolicy.RUNTIME)
  @interface Careful {}

  @Dependent
  @Careful
  static class ByStereotype {
    static int calls;

    public void call() {
      calls++;
      throw new IllegalStateException("down");
    }

    @Retry(maxAttempts = 5, delay = "0s")
    public void own() {
      calls++;
      throw new IllegalStateException("down");
    }
  }

  @Dependent
  @Retry(maxAttempts = 5, delay = "0s")
  @Fallback(value = "")
  static class NearerName {
    static int calls;

    @Guarded("inventory")
    public void call() {
      calls++;
      throw new IllegalStateException("down");
    }
  }

  @Test
  @DisplayName("CDI-65: what is nearer counts, on a method, a class or a stereotype")
  void nearer() {
    try (TestContainer container =
        TestContainer.with()
            .beans(ByStereotype.class, NearerName.class, VirtualTime.class)
            .key(ATTEMPTS, "2")
            .start()) {
      ByStereotype.calls = 0;
      assertThatThrownBy(container.get(ByStereotype.class)::call).hasMessage("down");
      assertThat(ByStereotype.calls).isEqualTo(2);
      assertThatThrownBy(container.get(ByStereotype.class)::own).hasMessage("down");
      assertThat(ByStereotype.calls).isEqualTo(2 + 5);
      NearerName.calls = 0;
      container.get(NearerName.class).call();
      assertThat(NearerName.calls).as("the fallback of the class answered").isEqualTo(2);
    }
  }

  @Dependent
  static class Contradicting {
    @Guarded("inventory")
    @Retry
    public void call() throws IOException {
      throw new IOException();
    }

    @Guarded("inventory")
    private void hidden() {}

    void use() {
      hidden();
    }
  }

  @Test
  @DisplayName("CDI-65: @Guarded beside @Retry, and on a private method, is an error")
  void contradiction() {
    assertThat(TestContainer.with().beans(Contradicting.class).key(ATTEMPTS, "2").problems())
        .extracting(DeploymentProblem::toString)
        .hasSize(2)
        .anyMatch(
            problem ->
                problem.contains("contradicts @Retry of method")
                    && problem.contains("firmitas.<name>.retry.max-attempts"))
        .anyMatch(problem -> problem.contains("a private method cannot be intercepted"));
  }

  @Dependent
  static class BadName {
    @Guarded("Inventory!")
    public void call() {}
  }

  @Test
  @DisplayName("CDI-10: a name that cannot be written in keys is an error")
  void badName() {
    assertThat(TestContainer.with().beans(BadName.class).problems())
        .anyMatch(problem -> problem.what().contains("cannot be written in keys"));
  }

  @Test
  @DisplayName("CDI-07: without the extension @Guarded works with configured names")
  void withoutExtension() {
    try (TestContainer container =
        TestContainer.with()
            .withoutExtension()
            .beans(Inventory.class, VirtualTime.class)
            .key(ATTEMPTS, "2")
            .start()) {
      container.asApplication(
          () -> assertThatThrownBy(container.get(Inventory.class)::count).hasMessage("down"));
    }
  }
}
