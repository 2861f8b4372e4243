package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FallbackHandlersTest {
  /** Notes what happens in a container. */
  @Singleton
  static class Notes {
    final List<String> all = new ArrayList<>();
  }

  /** A handler that gets its type argument through a generic superclass. */
  abstract static class GenericHandler<T> implements FallbackHandler<T> {
    @Inject Notes notes;

    void note(FailedInvocation invocation) {
      notes.all.add(
          getClass().getSimpleName().replaceAll("\\$.*", "")
              + " "
              + invocation.method().getName()
              + invocation.arguments()
              + " "
              + invocation.failure().getMessage());
    }
  }

  /** No bean: created, injected and destroyed by the integration. */
  static class PlainHandler extends GenericHandler<String> {
    @Override
    public String handle(FailedInvocation invocation) {
      note(invocation);
      return "plain";
    }

    @PreDestroy
    void destroyed() {
      notes.all.add("destroyed");
    }
  }

  @ApplicationScoped
  static class BeanHandler implements FallbackHandler<String> {
    int calls;

    @Override
    public String handle(FailedInvocation invocation) {
      return "bean " + ++calls;
    }
  }

  static class LaterHandler implements FallbackHandler<CompletionStage<String>> {
    @Override
    public CompletionStage<String> handle(FailedInvocation invocation) {
      return CompletableFuture.completedFuture("later");
    }
  }

  static class NumberHandler implements FallbackHandler<Number> {
    @Override
    public Number handle(FailedInvocation invocation) {
      return 1;
    }
  }

  @Dependent
  static class Service {
    @Fallback(handler = PlainHandler.class)
    public String plain(String argument) {
      throw new IllegalStateException("failed");
    }

    @Fallback(handler = BeanHandler.class)
    public String bean() {
      throw new IllegalStateException();
    }

    @Fallback(handler = LaterHandler.class)
    public CompletionStage<String> later() {
      throw new IllegalStateException();
    }

    @Fallback(handler = PlainHandler.class)
    public CompletableFuture<String> now() {
      throw new IllegalStateException("failed");
    }
  }

  @Dependent
  static class Wrong {
    @Fallback(handler = NumberHandler.class)
    public String number() {
      return "";
    }
  }

  @Test
  @DisplayName(
      "CDI-38, S12d: a handler that is no bean is created, injected, used for all calls and"
          + " destroyed on shutdown")
  void plain() {
    Notes notes;
    try (TestContainer container = TestContainer.of(Service.class, Notes.class)) {
      notes = container.get(Notes.class);
      assertThat(container.get(Service.class).plain("x")).isEqualTo("plain");
      assertThat(container.get(Service.class).now()).isCompletedWithValue("plain");
      assertThat(notes.all)
          .containsExactly("PlainHandler plain[x] failed", "PlainHandler now[] failed");
    }
    assertThat(notes.all).endsWith("destroyed").hasSize(3);
  }

  @Dependent
  static class DependentHandler implements FallbackHandler<String> {
    @Inject Notes notes;

    @Override
    public String handle(FailedInvocation invocation) {
      return "dependent";
    }

    @PreDestroy
    void destroyed() {
      notes.all.add("dependent destroyed");
    }
  }

  @ApplicationScoped
  static class WithDependent {
    @Fallback(handler = DependentHandler.class)
    public String call() {
      throw new IllegalStateException("failed");
    }
  }

  @Test
  @DisplayName("CDI-38: a dependent bean is one handler for all calls, and destroyed on shutdown")
  void dependent() {
    Notes notes;
    try (TestContainer container =
        TestContainer.of(WithDependent.class, DependentHandler.class, Notes.class)) {
      notes = container.get(Notes.class);
      assertThat(container.get(WithDependent.class).call()).isEqualTo("dependent");
      assertThat(container.get(WithDependent.class).call()).isEqualTo("dependent");
      assertThat(notes.all).isEmpty();
    }
    assertThat(notes.all).containsExactly("dependent destroyed");
  }

  static class BadEnd implements FallbackHandler<String> {
    @Override
    public String handle(FailedInvocation invocation) {
      return "bad end";
    }

    @PreDestroy
    void destroyed() {
      throw new IllegalStateException("cannot end");
    }
  }

  @ApplicationScoped
  static class Ending {
    @Fallback(handler = PlainHandler.class)
    public String plain() {
      throw new IllegalStateException("failed");
    }

    @Fallback(handler = BadEnd.class)
    public String bad() {
      throw new IllegalStateException("failed");
    }
  }

  @Test
  @DisplayName("CDI-38: a handler that fails while it is destroyed keeps no other from its end")
  void badEnd() {
    Notes notes;
    try (TestContainer container = TestContainer.of(Ending.class, Notes.class)) {
      notes = container.get(Notes.class);
      assertThat(container.get(Ending.class).plain()).isEqualTo("plain");
      assertThat(container.get(Ending.class).bad()).isEqualTo("bad end");
    }
    assertThat(notes.all).endsWith("destroyed");
  }

  @Test
  @DisplayName("CDI-38: a handler that is a bean is used as a bean")
  void bean() {
    try (TestContainer container =
        TestContainer.of(Service.class, BeanHandler.class, Notes.class)) {
      assertThat(container.get(Service.class).bean()).isEqualTo("bean 1");
      assertThat(container.get(Service.class).bean()).isEqualTo("bean 2");
    }
  }

  @Test
  @DisplayName("CDI-38: a handler may answer with a stage where the method does")
  void later() {
    try (TestContainer container = TestContainer.of(Service.class, Notes.class)) {
      assertThat(container.get(Service.class).later().toCompletableFuture())
          .isCompletedWithValue("later");
    }
  }

  @Test
  @DisplayName("CDI-38: a handler of another type is an error")
  void wrong() {
    assertThat(TestContainer.with().beans(Wrong.class).problems().toString())
        .contains(
            "NumberHandler cannot be used: it makes java.lang.Number, which is no"
                + " java.lang.String");
  }

  /** Fallback values of several types. */
  @ApplicationScoped
  static class Values {
    @Fallback("text")
    public String text() {
      throw new IllegalStateException();
    }

    @Fallback("")
    public String empty() {
      throw new IllegalStateException();
    }

    @Fallback("42")
    public int number() {
      throw new IllegalStateException();
    }

    @Fallback("PT2S")
    public Duration duration() {
      throw new IllegalStateException();
    }

    @Fallback("MONDAY")
    public java.time.DayOfWeek day() {
      throw new IllegalStateException();
    }

    @Fallback("")
    public void nothing() {
      throw new IllegalStateException();
    }
  }

  @Test
  @DisplayName("CDI-32: a fallback value is converted to the return type at deployment")
  void values() {
    try (TestContainer container = TestContainer.of(Values.class)) {
      Values values = container.get(Values.class);
      assertThat(values.text()).isEqualTo("text");
      assertThat(values.empty()).isEmpty();
      assertThat(values.number()).isEqualTo(42);
      assertThat(values.duration()).isEqualTo(Duration.ofSeconds(2));
      assertThat(values.day()).isEqualTo(java.time.DayOfWeek.MONDAY);
      values.nothing();
    }
  }

  @ParameterizedTest
  @DisplayName("CDI-32: a value that does not convert is an error")
  @CsvSource({
    "number,   many,    \"many\" is no java.lang.Integer",
    "day,      TOMORROW, \"TOMORROW\" is no java.time.DayOfWeek",
    "nothing,  x,       the method returns nothing",
  })
  void badValue(String method, String value, String what) {
    String key = "firmitas.\"" + Values.class.getName() + "/" + method + "\".fallback.value";
    assertThat(TestContainer.with().beans(Values.class).key(key, value).problems().toString())
        .contains(key)
        .contains(what.replace("\"\"", "\""));
  }
}
