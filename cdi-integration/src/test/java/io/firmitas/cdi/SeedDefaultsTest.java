package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Annotations without members, and no configuration: what the seeds did out of the box. */
class SeedDefaultsTest {

  @Singleton
  static class Service {
    private int calls;

    /** A method, since a field of what a container hands out need not be the bean's. */
    public int calls() {
      return calls;
    }

    @Retry
    public void fails(Throwable failure) throws Throwable {
      calls++;
      throw failure;
    }

    @Retry(retryOn = FileNotFoundException.class, delay = "0s")
    public void retriesOneType(Exception failure) throws Exception {
      calls++;
      throw failure;
    }
  }

  private static List<Duration> delays(double random) {
    try (TestContainer container = TestContainer.of(Service.class, VirtualTime.class)) {
      VirtualRuntime time = (VirtualRuntime) container.get(PolicyRuntime.class);
      time.setRandom(random);
      IOException down = new IOException("down");
      assertThatThrownBy(() -> container.get(Service.class).fails(down)).isSameAs(down);
      assertThat(container.get(Service.class).calls()).isEqualTo(3);
      return time.sleeps();
    }
  }

  @Test
  @DisplayName("CDI-01, G37: without members: 3 attempts, 1 s doubled, jitter, every exception")
  void retryWithoutMembers() {
    assertThat(delays(0.5)).containsExactly(Duration.ofMillis(500), Duration.ofSeconds(1));
    try (TestContainer container = TestContainer.of(Service.class, VirtualTime.class)) {
      Service service = container.get(Service.class);
      RuntimeException unchecked = new IllegalStateException("down");
      assertThatThrownBy(() -> service.fails(unchecked)).isSameAs(unchecked);
      assertThat(service.calls()).isEqualTo(3);
      AssertionError error = new AssertionError("not an exception");
      assertThatThrownBy(() -> service.fails(error)).isSameAs(error);
      assertThat(service.calls()).isEqualTo(4);
    }
  }

  @Test
  @DisplayName("CDI-01, T191: jitter is on by default: other random numbers, other delays")
  void jitterByDefault() {
    assertThat(delays(0.25)).containsExactly(Duration.ofMillis(250), Duration.ofMillis(500));
    assertThat(delays(0.75)).containsExactly(Duration.ofMillis(750), Duration.ofMillis(1500));
  }

  @Test
  @DisplayName("CDI-01, V24: a single type is a list of one")
  void bareType() {
    try (TestContainer container = TestContainer.of(Service.class)) {
      Service service = container.get(Service.class);
      assertThatThrownBy(() -> service.retriesOneType(new FileNotFoundException("page")))
          .isInstanceOf(FileNotFoundException.class);
      assertThat(service.calls()).isEqualTo(3);
      assertThatThrownBy(() -> service.retriesOneType(new IOException("down")))
          .isInstanceOf(IOException.class);
      assertThat(service.calls()).isEqualTo(4);
    }
  }

  /** An end-to-end sample in which nothing is configured but what has no default. */
  @Singleton
  static class Pages {
    private int calls;
    private int failures;

    /** A method, since a field of what a container hands out need not be the bean's. */
    public int calls() {
      return calls;
    }

    public void fail(int attempts) {
      failures = attempts;
    }

    @Fallback(method = "cached")
    @Retry
    @CircuitBreaker
    @Timeout("2s")
    public String page(String id) throws IOException {
      calls++;
      if (calls <= failures) {
        throw new IOException("down");
      }
      return "fresh " + id;
    }

    String cached(String id) {
      return "cached " + id;
    }
  }

  @Test
  @DisplayName("CDI-01, G94, T13: the defaults carry a page through a short failure and an outage")
  void defaultsEndToEnd() throws IOException {
    try (TestContainer container = TestContainer.of(Pages.class, VirtualTime.class)) {
      VirtualRuntime time = (VirtualRuntime) container.get(PolicyRuntime.class);
      time.setRandom(0.0); // full jitter then waits for nothing, so the open time is all there is
      Pages pages = container.get(Pages.class);
      pages.fail(2);
      assertThat(pages.page("front")).isEqualTo("fresh front");
      assertThat(pages.calls()).isEqualTo(3);

      pages.fail(Integer.MAX_VALUE);
      for (int call = 0; call < 10; call++) {
        assertThat(pages.page("front")).isEqualTo("cached front");
      }
      assertThat(pages.calls()).as("five failures in a row opened the breaker").isEqualTo(3 + 5);

      pages.fail(0);
      time.advance(Duration.ofSeconds(60).minusNanos(1));
      assertThat(pages.page("front")).isEqualTo("cached front");
      time.advance(Duration.ofNanos(1));
      assertThat(pages.page("front")).isEqualTo("fresh front");
    }
  }

  @Dependent
  static class Instance {
    static final AtomicInteger CALLS = new AtomicInteger();

    @CircuitBreaker(failureThreshold = 10)
    public void fails() {
      CALLS.incrementAndGet();
      throw new IllegalStateException("down");
    }
  }

  @Test
  @DisplayName("CDI-10, Z83: all instances of a bean and all threads share the method's breaker")
  void sharedByInstancesAndThreads() throws Exception {
    Instance.CALLS.set(0);
    try (TestContainer container = TestContainer.of(Instance.class)) {
      List<CompletableFuture<Void>> threads = new ArrayList<>();
      for (int thread = 0; thread < 5; thread++) {
        Instance mine = container.get(Instance.class);
        threads.add(CompletableFuture.runAsync(() -> failTwice(mine)));
      }
      for (CompletableFuture<Void> thread : threads) {
        thread.get(10, TimeUnit.SECONDS);
      }
      assertThat(Instance.CALLS).hasValue(10);

      assertThatThrownBy(container.get(Instance.class)::fails)
          .isInstanceOf(CircuitOpenException.class);
      assertThat(Instance.CALLS).hasValue(10);
    }
  }

  private static void failTwice(Instance instance) {
    for (int call = 0; call < 2; call++) {
      assertThatThrownBy(instance::fails).isInstanceOf(IllegalStateException.class);
    }
  }

  /** What an interceptor inside sees of the method. */
  @InterceptorBinding
  @Retention(RetentionPolicy.RUNTIME)
  @interface Watched {}

  @Singleton
  static class Seen {
    final List<String> methods = new ArrayList<>();
  }

  @Interceptor
  @Watched
  @Priority(5000)
  static class Watcher {
    @Inject Seen seen;

    @AroundInvoke
    Object watch(InvocationContext context) throws Exception {
      Retry retry = context.getMethod().getAnnotation(Retry.class);
      seen.methods.add(context.getMethod().getName() + " " + retry.name());
      return context.proceed();
    }
  }

  @Singleton
  static class WatchedService {
    @Watched
    @Retry(name = "pages", delay = "0s", maxAttempts = 2)
    public void load() {
      throw new IllegalStateException("down");
    }
  }

  @Test
  @DisplayName("CDI-01, V24: a guarded method keeps its name and annotations for others to see")
  void methodStaysItself() {
    try (TestContainer container =
        TestContainer.with()
            .beans(WatchedService.class, Seen.class)
            .interceptors(Watcher.class)
            .start()) {
      assertThatThrownBy(container.get(WatchedService.class)::load)
          .isInstanceOf(IllegalStateException.class);
      assertThat(container.get(Seen.class).methods).containsExactly("load pages", "load pages");
    }
  }
}
