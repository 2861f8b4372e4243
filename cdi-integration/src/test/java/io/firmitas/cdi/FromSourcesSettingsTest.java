package io.firmitas.cdi;

import static io.firmitas.cdi.TriedSources.DOWN;
import static io.firmitas.cdi.TriedSources.TRIED;
import static io.firmitas.cdi.TriedSources.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import io.firmitas.event.SourceFailed;
import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.VirtualRuntime;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Settings of sources, names, beans and conditions. */
class FromSourcesSettingsTest {
  @BeforeEach
  void allUp() {
    TriedSources.clear();
  }

  private static VirtualRuntime runtime(TestContainer container) {
    return (VirtualRuntime) container.get(io.firmitas.PolicyRuntime.class);
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
