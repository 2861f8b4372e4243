package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.breaker.CircuitOpenException;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Singleton;
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
}
