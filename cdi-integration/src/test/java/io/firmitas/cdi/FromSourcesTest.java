package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.firmitas.Context;
import io.firmitas.event.CircuitState;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import io.firmitas.event.SourceFailed;
import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods that are called with one source after the other. */
class FromSourcesTest {
  private static final List<String> TRIED = new CopyOnWriteArrayList<>();
  private static final Set<String> DOWN = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void allUp() {
    TRIED.clear();
    DOWN.clear();
  }

  private static String ask(String source, String what) throws IOException {
    TRIED.add(source);
    if (DOWN.contains(source)) {
      throw new IOException(source + " is down");
    }
    if (what.equals("missing")) {
      throw new FileNotFoundException(source + " has it not");
    }
    return what + " from " + source;
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

  @ApplicationScoped
  static class Bare {
    @FromSources(failureThreshold = 9)
    public String find(@CurrentSource String source) throws IOException {
      return ask(source, "x");
    }
  }

  private static final String KEY = "firmitas.\"" + Bare.class.getName() + "/find\".sources.";

  @Test
  @DisplayName("CDI-84: keys name the sources and all settings, and the report has them")
  void keys() throws IOException {
    try (TestContainer container =
        TestContainer.with()
            .beans(Bare.class, VirtualTime.class)
            .key(KEY + "value", "a=1\\,5, b=2, c=3")
            .key(KEY + "disabled", "b")
            .key("firmitas.global.sources.failure-threshold", "1")
            .key("firmitas.defaults.sources.until-reset", "true")
            .start()) {
      DOWN.add("1,5");
      Bare bare = container.get(Bare.class);
      assertThat(bare.find(null)).isEqualTo("x from 3");
      assertThat(bare.find(null)).isEqualTo("x from 3");
      assertThat(TRIED).containsExactly("1,5", "3", "3");
      runtime(container).advance(Duration.ofDays(1));
      DOWN.clear();
      assertThat(bare.find(null)).as("until reset").isEqualTo("x from 3");
      container.get(SourceLists.class).get(Bare.class.getName() + "/find").reset();
      assertThat(bare.find(null)).isEqualTo("x from 1,5");
      PolicyReport.Part part = container.get(PolicyReport.class).methods().get(0).policies().get(0);
      assertThat(part.kind()).isEqualTo("sources");
      assertThat(part.value("value")).contains("a=1\\,5,b=2,c=3");
      assertThat(part.value("failure-threshold")).contains("1");
    }
  }

  @Test
  @DisplayName("CDI-84: sources that are switched off leave the first one that is in use")
  void enabledFalse() throws IOException {
    try (TestContainer container =
        TestContainer.with()
            .beans(Bare.class, VirtualTime.class)
            .key(KEY + "value", "a, b")
            .key(KEY + "disabled", "a")
            .key(KEY + "enabled", "false")
            .start()) {
      Bare bare = container.get(Bare.class);
      assertThat(bare.find(null)).isEqualTo("x from b");
      DOWN.add("b");
      assertThatThrownBy(() -> bare.find(null)).hasMessage("b is down");
    }
  }

  @ApplicationScoped
  static class Named {
    @FromSources(
        name = "cdn",
        value = {"a", "b"},
        failureThreshold = 1)
    public String one(@CurrentSource String source) throws IOException {
      return ask(source, "one");
    }

    @FromSources(name = "cdn")
    public String two(@CurrentSource CharSequence source) throws IOException {
      return ask(source.toString(), "two");
    }
  }

  @Test
  @DisplayName("CDI-85: places with one name are one list of sources, with the same breakers")
  void shared() throws IOException {
    try (TestContainer container =
        TestContainer.of(Named.class, Listener.class, VirtualTime.class)) {
      DOWN.add("a");
      Named named = container.get(Named.class);
      assertThat(named.one(null)).isEqualTo("one from b");
      assertThat(named.two(null)).isEqualTo("two from b");
      assertThat(TRIED).containsExactly("a", "b", "b");
      assertThat(container.get(Listener.class).events())
          .hasAtLeastOneElementOfType(SourceFailed.class)
          .hasAtLeastOneElementOfType(SourceSwitchedOff.class)
          .allMatch(event -> event.policy().equals("cdn"));
      assertThat(container.get(PolicyReport.class).name("cdn").orElseThrow().places()).hasSize(2);
    }
  }

  @Singleton
  static class Listener implements PolicyListener {
    private final List<PolicyEvent> events = new ArrayList<>();

    @Override
    public void onEvent(PolicyEvent event) {
      events.add(event);
    }

    List<PolicyEvent> events() {
      return events;
    }
  }

  @ApplicationScoped
  static class Producer {
    @Produces
    @Singleton
    @PolicyName("cdn")
    Sources<StringBuilder> sources() {
      return Sources.<StringBuilder>builder("cdn")
          .add("a", new StringBuilder("A"))
          .add("b", new StringBuilder("B"))
          .build();
    }
  }

  @ApplicationScoped
  static class OfBean {
    @FromSources(name = "cdn")
    public String find(@CurrentSource StringBuilder source) throws IOException {
      return ask(source.toString(), "x");
    }
  }

  @Test
  @DisplayName("CDI-85: a bean of type Sources with the name is what the name means")
  void bean() throws IOException {
    try (TestContainer container =
        TestContainer.with()
            .beans(OfBean.class, Producer.class, VirtualTime.class)
            .key("firmitas.global.sources.failure-threshold", "7")
            .start()) {
      DOWN.add("A");
      assertThat(container.get(OfBean.class).find(null)).isEqualTo("x from B");
      assertThat(container.get(SourceLists.class).get("cdn").status().get(0).failures())
          .isEqualTo(1);
    }
  }

  static class Plain implements Predicate<String> {
    @Override
    public boolean test(String source) {
      return source.startsWith("http:");
    }
  }

  static class Always implements Predicate<Context> {
    @Override
    public boolean test(Context context) {
      return true;
    }
  }

  static class Down implements Predicate<Throwable> {
    @Override
    public boolean test(Throwable failure) {
      return String.valueOf(failure.getMessage()).startsWith("b");
    }
  }

  @ApplicationScoped
  static class Conditions {
    @FromSources(
        value = {"http:a", "b", "c"},
        skip = Plain.class,
        coldStart = Always.class,
        fatalIf = Down.class,
        retry = "each")
    public String find(@CurrentSource String source) throws IOException {
      return ask(source, "x");
    }
  }

  @Test
  @DisplayName("CDI-82: conditions for sources, failures and cold starts are classes")
  void conditions() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi");
        TestContainer container =
            TestContainer.with()
                .beans(Conditions.class, VirtualTime.class)
                .key("firmitas.each.retry.max-attempts", "5")
                .start()) {
      assertThat(log.texts("WARNING"))
          .anySatisfy(text -> assertThat(text).contains("source http:a is not used"));
      DOWN.addAll(List.of("http:a", "b", "c"));
      assertThatThrownBy(() -> container.get(Conditions.class).find(null)).hasMessage("b is down");
      assertThat(TRIED).as("the first is skipped, no retry").containsExactly("b");
    }
  }

  @Stereotype
  @FromSources({"a", "b"})
  @Retention(RetentionPolicy.RUNTIME)
  @interface FromTwo {}

  @ApplicationScoped
  @FromTwo
  static class OnClass {
    public String find(@CurrentSource String source) throws IOException {
      return ask(source, "x");
    }

    public String other(String source) {
      return "other " + source;
    }
  }

  @Test
  @DisplayName("CDI-80: on a class it is for the methods that take a source")
  void onClass() throws IOException {
    try (TestContainer container = TestContainer.of(OnClass.class, VirtualTime.class)) {
      assertThat(container.get(OnClass.class).find(null)).isEqualTo("x from a");
      assertThat(container.get(OnClass.class).other("mine")).isEqualTo("other mine");
    }
  }
}
