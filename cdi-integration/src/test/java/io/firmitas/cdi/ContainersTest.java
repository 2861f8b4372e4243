package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitOpenException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ContainersTest {
  @Dependent
  static class PerInjection {
    @CircuitBreaker(failureThreshold = 1)
    public void call() {
      throw new IllegalStateException();
    }
  }

  @Test
  @DisplayName("CDI-02: all instances of a bean class share the state of a method")
  void instances() {
    try (TestContainer container = TestContainer.of(PerInjection.class)) {
      assertThatThrownBy(container.get(PerInjection.class)::call)
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(container.get(PerInjection.class)::call)
          .isInstanceOf(CircuitOpenException.class);
    }
  }

  @Test
  @DisplayName("CDI-03: two containers, side by side and one after the other, share nothing")
  void containers() {
    try (TestContainer first = TestContainer.of(PerInjection.class);
        TestContainer second = TestContainer.of(PerInjection.class)) {
      assertThatThrownBy(first.get(PerInjection.class)::call)
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(second.get(PerInjection.class)::call)
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(first.get(PerInjection.class)::call)
          .isInstanceOf(CircuitOpenException.class);
    }
    try (TestContainer third = TestContainer.of(PerInjection.class)) {
      assertThatThrownBy(third.get(PerInjection.class)::call)
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Singleton
  static class Busy {
    @Timeout("1h")
    @Retry(delay = "10ms")
    public CompletableFuture<String> pending() {
      return new CompletableFuture<>();
    }

    @Timeout(value = "1h", detached = Switch.ON)
    public String detached() {
      return Thread.currentThread().getName();
    }
  }

  /** Without the threads of the JDK itself, such as the carriers of virtual threads, which stay. */
  private static Set<Thread> liveThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getClass().getName().startsWith("jdk.internal."))
        .filter(Thread::isAlive)
        .collect(Collectors.toSet());
  }

  @Test
  @DisplayName("CDI-04: after shutdown no thread of the container's runtime is left")
  void shutdown() throws InterruptedException {
    Set<Thread> before = liveThreads();
    try (TestContainer container = TestContainer.of(Busy.class)) {
      Busy busy = container.get(Busy.class);
      assertThat(busy.pending()).isNotDone();
      assertThat(busy.detached()).isNotEqualTo(Thread.currentThread().getName());
    }
    for (Thread thread : liveThreads()) {
      if (!before.contains(thread) && !thread.getName().startsWith("junit")) {
        thread.join(TimeUnit.SECONDS.toMillis(5));
        assertThat(thread.isAlive()).as("thread %s", thread.getName()).isFalse();
      }
    }
  }

  @ApplicationScoped
  static class Service {
    @Retry(delay = "0s")
    @Fallback(method = "answer")
    public String call() throws IOException {
      throw new IOException();
    }

    String answer() {
      return "answer";
    }
  }

  @Dependent
  static class Wrong {
    @Retry(maxAttempts = 0)
    public void call() {}
  }

  @Test
  @DisplayName("CDI-07: the interceptor works without the extension")
  void withoutExtension() throws IOException {
    try (TestContainer container =
        TestContainer.with().beans(Service.class, PerInjection.class).withoutExtension().start()) {
      assertThat(container.get(Service.class).call()).isEqualTo("answer");
      assertThatThrownBy(container.get(PerInjection.class)::call)
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(container.get(PerInjection.class)::call)
          .isInstanceOf(CircuitOpenException.class);
    }
  }

  @Test
  @DisplayName(
      "CDI-07: without the extension mistakes of all beans fail the first guarded call, and every"
          + " one after it")
  void withoutExtensionAndWrong() {
    try (TestContainer container =
        TestContainer.with()
            .beans(Service.class, Wrong.class)
            .key("firmitas.global.retry.max-atempts", "2")
            .withoutExtension()
            .start()) {
      Service service = container.get(Service.class);
      for (int call = 0; call < 2; call++) {
        container.asApplication(
            () ->
                assertThatThrownBy(service::call)
                    .isInstanceOf(PolicyDeploymentException.class)
                    .hasMessageContaining("maxAttempts must be at least 1")
                    .hasMessageContaining("did you mean firmitas.global.retry.max-attempts?"));
      }
    }
  }

  @Singleton
  static class Counting {
    private int calls;

    public int calls() {
      return calls;
    }

    @Retry(delay = "0s")
    public void call() {
      calls++;
      throw new IllegalStateException();
    }
  }

  @Test
  @DisplayName("CDI-08: discovery and the extension together apply policies once")
  void discovery() {
    try (TestContainer container =
        TestContainer.with().beans(Counting.class).withDiscovery().start()) {
      Counting bean = container.get(Counting.class);
      assertThatThrownBy(bean::call).isInstanceOf(IllegalStateException.class);
      assertThat(bean.calls()).isEqualTo(3);
    }
  }
}
