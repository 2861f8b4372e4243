package io.firmitas.cdi;

import static io.firmitas.cdi.testing.DeploymentChecks.assertDeploymentFails;
import static io.firmitas.cdi.testing.DeploymentChecks.isGuarded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.testing.RuntimeOfTest;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TestingSupportTest {
  @ApplicationScoped
  static class Service {
    @Retry(maxAttempts = 2, delay = "1m", jitter = JitterKind.NONE)
    public void call() {
      throw new IllegalStateException("down");
    }

    public void plain() {}

    public void find(int key) {}

    @Retry
    public void find(String key) {}
  }

  @Dependent
  static class Brief {
    @Retry
    public void call() {}
  }

  @Dependent
  static class Wrong {
    @Retry(delay = "soon")
    public void call() {}
  }

  private static TestContainer start(PolicyRuntime runtime, Class<?>... beans) {
    return TestContainer.with().extension(new RuntimeOfTest(runtime)).beans(beans).start();
  }

  @Test
  @DisplayName("CDI-76: a container runs on the runtime of a test, and does not close it")
  void virtualTime() {
    try (VirtualRuntime runtime = new VirtualRuntime()) {
      try (TestContainer container = start(runtime, Service.class)) {
        assertThatThrownBy(container.get(Service.class)::call).hasMessage("down");
        assertThat(runtime.nanoTime()).isEqualTo(Duration.ofMinutes(1).toNanos());
      }
      runtime.advance(Duration.ofSeconds(1));
      assertThat(runtime.nanoTime()).isEqualTo(Duration.ofSeconds(61).toNanos());
    }
  }

  @Test
  @DisplayName("CDI-76: a test can tell whether a reference is guarded")
  void guarded() {
    try (VirtualRuntime runtime = new VirtualRuntime();
        TestContainer container = start(runtime, Service.class, Brief.class)) {
      PolicyReport report = container.get(PolicyReport.class);
      Service service = container.get(Service.class);
      assertThat(isGuarded(report, service, "call")).isTrue();
      assertThat(isGuarded(report, service, "plain")).isFalse();
      assertThat(isGuarded(report, service, "find")).isTrue();
      assertThat(isGuarded(report, service, "find(int)")).isFalse();
      assertThat(isGuarded(report, service, "find(java.lang.String)")).isTrue();
      assertThat(isGuarded(report, new Service(), "call")).isFalse();
      assertThat(isGuarded(report, container.get(Brief.class), "call")).isTrue();
    }
  }

  @Test
  @DisplayName("CDI-76: a test can expect that policies do not deploy, and look at the problems")
  void deploymentFails() {
    try (VirtualRuntime runtime = new VirtualRuntime()) {
      List<DeploymentProblem> problems = assertDeploymentFails(() -> start(runtime, Wrong.class));
      assertThat(problems).singleElement().asString().contains("\"soon\" is not a duration");
      assertThatThrownBy(() -> assertDeploymentFails(() -> start(runtime, Service.class)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("should not have been");
      IllegalStateException other = new IllegalStateException("port in use");
      assertThatThrownBy(
              () ->
                  assertDeploymentFails(
                      () -> {
                        throw other;
                      }))
          .isInstanceOf(AssertionError.class)
          .hasCause(other);
    }
  }
}
