package io.firmitas.cdi;

import static io.firmitas.cdi.TriedSources.DOWN;
import static io.firmitas.cdi.TriedSources.TRIED;
import static io.firmitas.cdi.TriedSources.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.firmitas.event.CircuitState;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.SourceStatus;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods that are called with one source after the other. */
class FromSourcesTest {
  @BeforeEach
  void allUp() {
    TriedSources.clear();
  }

  @ApplicationScoped
  static class Catalog {
    @FromSources(
        value = {"near=https://near/", "far=https://far/?a=b"},
        openTime = "10s",
        fatal = FileNotFoundException.class)
    public String page(@CurrentSource URI base, String id) throws IOException {
      return ask(base.toString(), id);
    }

    @FromSources({"near=https://near/", "far=https://far/"})
    public CompletionStage<String> later(String id, @CurrentSource URI base) {
      try {
        return CompletableFuture.completedFuture(ask(base.toString(), id));
      } catch (IOException down) {
        return CompletableFuture.failedFuture(down);
      }
    }

    @FromSources({"a", "b"})
    @Fallback(method = "remembered")
    public String answered(@CurrentSource String source, String id) throws IOException {
      return ask(source, id);
    }

    String remembered(String source, String id) {
      return "old " + id + " for " + source;
    }
  }

  @ParameterizedTest
  @DisplayName("CDI-80: the method is called with one source after the other until it answers")
  @MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
  void inOrder(TestContainer.Setup setup) {
    try (TestContainer container =
        TestContainer.with().setup(setup).beans(Catalog.class, VirtualTime.class).start()) {
      container.asApplication(
          () -> {
            DOWN.add("https://near/");
            assertThat(call(() -> container.get(Catalog.class).page(null, "x")))
                .isEqualTo("x from https://far/?a=b");
            assertThat(TRIED).containsExactly("https://near/", "https://far/?a=b");
          });
    }
  }

  private static <T> T call(Callable<T> call) {
    try {
      return call.call();
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  @DisplayName("CDI-80: what the caller passes for the source is ignored")
  void ignoresCaller() throws IOException {
    try (TestContainer container = TestContainer.of(Catalog.class, VirtualTime.class)) {
      assertThat(container.get(Catalog.class).page(URI.create("https://mine/"), "x"))
          .isEqualTo("x from https://near/");
    }
  }

  @Test
  @DisplayName("CDI-80: an asynchronous method is called with the next source without a thread")
  void later() throws Exception {
    try (TestContainer container = TestContainer.of(Catalog.class, VirtualTime.class)) {
      DOWN.add("https://near/");
      assertThat(container.get(Catalog.class).later("x", null).toCompletableFuture().get())
          .isEqualTo("x from https://far/");
    }
  }

  @Test
  @DisplayName("CDI-81: a source is switched off by failures in a row, for its time, per method")
  void switchedOff() throws IOException {
    try (TestContainer container = TestContainer.of(Catalog.class, VirtualTime.class)) {
      Catalog catalog = container.get(Catalog.class);
      DOWN.add("https://near/");
      for (int call = 0; call < 4; call++) {
        catalog.page(null, "x");
      }
      assertThat(TRIED).filteredOn("https://near/"::equals).hasSize(3);
      SourceLists lists = container.get(SourceLists.class);
      String name = Catalog.class.getName() + "/page";
      assertThat(lists.names()).contains(name, Catalog.class.getName() + "/later");
      assertThat(lists.status().get(name))
          .extracting(SourceStatus::name, SourceStatus::state)
          .containsExactly(tuple("near", CircuitState.OPEN), tuple("far", CircuitState.CLOSED));
      runtime(container).advance(Duration.ofSeconds(10));
      DOWN.clear();
      assertThat(catalog.page(null, "x")).isEqualTo("x from https://near/");
      assertThatThrownBy(() -> lists.get(Catalog.class.getName() + "/pag"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("did you mean \"" + name + "\"?");
    }
  }

  private static VirtualRuntime runtime(TestContainer container) {
    return (VirtualRuntime) container.get(io.firmitas.PolicyRuntime.class);
  }

  @Test
  @DisplayName("CDI-82: a fatal failure ends the search; AllSourcesFailedException ends a vain one")
  void failures() {
    try (TestContainer container = TestContainer.of(Catalog.class, VirtualTime.class)) {
      Catalog catalog = container.get(Catalog.class);
      assertThatThrownBy(() -> catalog.page(null, "missing"))
          .isInstanceOf(FileNotFoundException.class);
      assertThat(TRIED).hasSize(1);
      DOWN.addAll(List.of("https://near/", "https://far/?a=b"));
      assertThatThrownBy(() -> catalog.page(null, "x"))
          .isInstanceOfSatisfying(
              AllSourcesFailedException.class,
              failed -> assertThat(failed.failures()).containsOnlyKeys("near", "far"));
    }
  }

  @Test
  @DisplayName("CDI-83: a fallback is outside, and gets what the caller passed")
  void fallback() throws IOException {
    try (TestContainer container = TestContainer.of(Catalog.class, VirtualTime.class)) {
      DOWN.addAll(List.of("a", "b"));
      assertThat(container.get(Catalog.class).answered("mine", "x")).isEqualTo("old x for mine");
      assertThat(TRIED).containsExactly("a", "b");
    }
  }

  @ApplicationScoped
  static class Nested {
    @Retry(maxAttempts = 2, delay = "0s")
    @CircuitBreaker(failureThreshold = 2)
    @FromSources({"a", "b"})
    @Timeout("1s")
    public String find(@CurrentSource String source) throws IOException {
      return ask(source, "x");
    }

    @FromSources({"a", "b"})
    @Guarded("each")
    public String guarded(@CurrentSource String source) throws IOException {
      return ask(source, "x");
    }

    @FromSources(
        value = {"a", "b"},
        retry = "each")
    public String retried(@CurrentSource String source) throws IOException {
      return ask(source, "x");
    }

    @Retry(name = "each", maxAttempts = 2, delay = "0s")
    public void elsewhere() {}
  }

  @Test
  @DisplayName("CDI-83: a retry repeats the search, and a breaker counts it")
  void insideRetry() {
    try (TestContainer container = TestContainer.of(Nested.class, VirtualTime.class)) {
      DOWN.addAll(List.of("a", "b"));
      assertThatThrownBy(() -> container.get(Nested.class).find(null))
          .isInstanceOf(AllSourcesFailedException.class);
      assertThat(TRIED).containsExactly("a", "b", "a", "b");
      assertThat(
              container
                  .get(CircuitBreakers.class)
                  .get(Nested.class.getName() + "/find")
                  .snapshot()
                  .state())
          .isEqualTo(CircuitState.OPEN);
    }
  }

  @ParameterizedTest
  @DisplayName("CDI-83: @Guarded, and the retry that is named, are for the call to one source")
  @ValueSource(strings = {"guarded", "retried"})
  void aroundEach(String method) throws Exception {
    try (TestContainer container = TestContainer.of(Nested.class, VirtualTime.class)) {
      DOWN.add("a");
      Nested nested = container.get(Nested.class);
      String answer = method.equals("guarded") ? nested.guarded(null) : nested.retried(null);
      assertThat(answer).isEqualTo("x from b");
      assertThat(TRIED).containsExactly("a", "a", "b");
    }
  }
}
