package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What the ways into a container have in common, and where they meet. */
@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class ExtensionsTest {
  @Parameter TestContainer.Setup setup;

  @ApplicationScoped
  static class Service {
    private final AtomicInteger calls = new AtomicInteger();

    @Retry(delay = "0s")
    @Fallback(method = "answer")
    public String call() throws IOException {
      calls.incrementAndGet();
      throw new IOException();
    }

    String answer() {
      return "answer " + calls;
    }
  }

  @Dependent
  static class Wrong {
    @Retry(maxAttempts = 0)
    public void call() {}
  }

  @Test
  @DisplayName("CDI-07: the interceptor works with each extension and without")
  void works() throws IOException {
    try (TestContainer container = TestContainer.with().setup(setup).beans(Service.class).start()) {
      assertThat(container.get(Service.class).call()).isEqualTo("answer 3");
    }
  }

  @Test
  @DisplayName("CDI-07: mistakes of all beans and keys keep the container from starting")
  void mistakes() {
    List<DeploymentProblem> problems =
        TestContainer.with()
            .setup(setup)
            .beans(Service.class, Wrong.class)
            .key("firmitas.global.retry.max-atempts", "2")
            .key("firmitas.interceptor-priority", "early")
            .problems();
    assertThat(problems).hasSize(3);
    assertThat(problems.toString())
        .contains("maxAttempts must be at least 1")
        .contains("did you mean firmitas.global.retry.max-attempts?")
        .contains("firmitas.interceptor-priority = \"early\"")
        .contains("is not a whole number");
  }

  /** Calls a guarded bean as early as an application can. */
  @ApplicationScoped
  static class Early {
    private static volatile String answer = "";

    void start(@Observes Startup event, Service service) throws IOException {
      answer = service.call();
    }
  }

  @Test
  @DisplayName("CDI-07: a call from an observer of the start is guarded")
  void early() {
    Early.answer = "";
    TestContainer.with().setup(setup).beans(Early.class, Service.class).start().close();
    assertThat(Early.answer).isEqualTo("answer 3");
  }

  /** No bean: it has no constructor that CDI can use. */
  static class NoBean {
    NoBean(String argument) {}

    @Retry
    public void call() {}
  }

  @Test
  @DisplayName("CDI-16: an extension warns about a class with policies that is no bean")
  void noBean() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      TestContainer.with().setup(setup).beans(Service.class, NoBean.class).start().close();
      String warning = "ExtensionsTest$NoBean carries policies, but it is no managed bean";
      if (setup == TestContainer.Setup.NO_EXTENSION) {
        assertThat(log.text())
            .as("nobody tells of a class that is no bean")
            .doesNotContain("NoBean");
      } else {
        assertThat(log.text()).containsOnlyOnce(warning);
      }
    }
  }

  /** What a decorator stands in front of. */
  interface Decorated {
    void call();
  }

  @Singleton
  static class Plain implements Decorated {
    @Override
    public void call() {}
  }

  @Decorator
  @Priority(10)
  static class Around implements Decorated {
    @Inject @Delegate Decorated next;

    @Override
    @Retry(delay = "0s")
    public void call() {
      next.call();
    }
  }

  @Test
  @DisplayName("CDI-16: an extension warns about policies of a decorator, which nothing intercepts")
  void decorator() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      TestContainer.with().setup(setup).beans(Plain.class, Around.class).start().close();
      assertThat(
              log.text()
                  .contains(
                      "ExtensionsTest$Around carries policies, but containers intercept neither"))
          .isEqualTo(setup != TestContainer.Setup.NO_EXTENSION);
    }
  }

  @Test
  @DisplayName("CDI-06: a configured priority without an extension is warned about")
  void priorityWithoutEffect() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      TestContainer.with()
          .setup(setup)
          .beans(Service.class)
          .key("firmitas.interceptor-priority", "4010")
          .start()
          .close();
      boolean warned = log.text().contains("has no effect: no extension of Firmitas is in");
      assertThat(warned).isEqualTo(setup == TestContainer.Setup.NO_EXTENSION);
    }
  }

  @Singleton
  static class Counting {
    private int calls;

    @Retry(delay = "0s")
    public void call() {
      calls++;
      throw new IllegalStateException();
    }

    public int calls() {
      return calls;
    }
  }

  private static int attempts(TestContainer.Builder builder) {
    try (TestContainer container = builder.beans(Counting.class).start()) {
      Counting bean = container.get(Counting.class);
      assertThatThrownBy(bean::call).isInstanceOf(IllegalStateException.class);
      return bean.calls();
    }
  }

  @Test
  @DisplayName("CDI-08: discovery and an extension together apply policies once")
  void discovery() {
    assertThat(attempts(TestContainer.with().setup(setup).withDiscovery())).isEqualTo(3);
  }

  @Test
  @DisabledIfSystemProperty(
      named = TestContainer.PRODUCT,
      matches = "openwebbeans",
      disabledReason = "OpenWebBeans has no build compatible extensions")
  @DisplayName("CDI-08: both extensions together apply policies once and tell of problems once")
  void both() {
    assertThat(attempts(TestContainer.with().setup(setup).withLiteExtension())).isEqualTo(3);
    assertThat(TestContainer.with().setup(setup).withLiteExtension().beans(Wrong.class).problems())
        .hasSize(1);
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      TestContainer.with().setup(setup).withLiteExtension().beans(NoBean.class).start().close();
      assertThat(log.text()).containsOnlyOnce("NoBean carries policies");
    }
  }
}
