package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.sources.Sources;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FromSourcesMistakesTest {
  @Dependent
  static class Unmarked {
    @FromSources({"a", "b"})
    public void call(String source) {}
  }

  @Dependent
  static class TwoMarked {
    @FromSources({"a", "b"})
    public void call(@CurrentSource String one, @CurrentSource String two) {}
  }

  @Dependent
  static class Primitive {
    @FromSources({"80", "81"})
    public void call(@CurrentSource int port) {}
  }

  @Dependent
  static class Unconvertible {
    @FromSources({"a", "b"})
    public void call(@CurrentSource Runnable source) {}
  }

  @Dependent
  static class Wrong {
    @FromSources({"a=https://a/", "b=::"})
    public void call(@CurrentSource URI source) {}
  }

  @Dependent
  static class Unnamed {
    @FromSources
    public void call(@CurrentSource String source) {}
  }

  @Dependent
  static class Twice {
    @FromSources({"a=1", "a=2"})
    public void call(@CurrentSource String source) {}
  }

  @Dependent
  static class Blank {
    @FromSources({"a", ""})
    public void call(@CurrentSource String source) {}
  }

  @Dependent
  static class UnknownDisabled {
    @FromSources(
        value = {"a", "b"},
        disabled = "c")
    public void call(@CurrentSource String source) {}
  }

  @Dependent
  static class Contradiction {
    @FromSources(
        value = {"a", "b"},
        openTime = "5s",
        untilReset = Switch.ON)
    public void call(@CurrentSource String source) {}
  }

  @Dependent
  static class OutOfRange {
    @FromSources(
        value = {"a", "b"},
        failureThreshold = 0)
    public void call(@CurrentSource String source) {}
  }

  @Dependent
  static class NoRetry {
    @FromSources(
        value = {"a", "b"},
        retry = "nowhere")
    public void call(@CurrentSource String source) {}
  }

  @Dependent
  static class NoRetryBesideGuarded {
    @FromSources(
        value = {"a", "b"},
        retry = "nowhere")
    @Guarded("known")
    public void call(@CurrentSource String source) {}

    @Timeout(value = "1s", name = "known")
    public void known() {}
  }

  @Dependent
  static class Marked {
    public void call(@CurrentSource String source) {}
  }

  @Dependent
  @FromSources({"a", "b"})
  static class ClassForNothing {
    public void call(String source) {}
  }

  @Dependent
  static class Hidden {
    @FromSources({"a", "b"})
    private String call(@CurrentSource String source) {
      return source;
    }

    String use() {
      return call("");
    }
  }

  @Dependent
  static class Static {
    @FromSources({"a", "b"})
    static void call(@CurrentSource String source) {}
  }

  @Dependent
  static class OtherTypes {
    @FromSources(
        name = "cdn",
        value = {"a", "b"})
    public void one(@CurrentSource String source) {}

    @FromSources(name = "cdn")
    public void two(@CurrentSource URI source) {}
  }

  @Dependent
  static class OtherSettings {
    @FromSources(
        name = "cdn",
        value = {"a", "b"})
    public void one(@CurrentSource String source) {}

    @FromSources(
        name = "cdn",
        value = {"a", "c"})
    public void two(@CurrentSource String source) {}
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of(Unmarked.class, "no parameter of the method gets the source"),
        Arguments.of(TwoMarked.class, "2 parameters of the method are to get the source"),
        Arguments.of(Primitive.class, "use Integer, so that callers can pass null"),
        Arguments.of(Unconvertible.class, "there is no converter for java.lang.Runnable"),
        Arguments.of(Wrong.class, "source \"b\" cannot be what the parameter takes"),
        Arguments.of(Unnamed.class, "names no sources"),
        Arguments.of(Twice.class, "\"a\" was added more than once"),
        Arguments.of(Blank.class, "one of the sources is blank"),
        Arguments.of(UnknownDisabled.class, "disabled names no source: c"),
        Arguments.of(Contradiction.class, "open-time has no effect with @FromSources(untilReset"),
        Arguments.of(OutOfRange.class, "failureThreshold must be at least 1"),
        Arguments.of(NoRetry.class, "no policy is named \"nowhere\""),
        Arguments.of(NoRetryBesideGuarded.class, "no policy is named \"nowhere\""),
        Arguments.of(Marked.class, "the method has no @FromSources"),
        Arguments.of(ClassForNothing.class, "no method has a parameter with @CurrentSource"),
        Arguments.of(Hidden.class, "a private method cannot be intercepted"),
        Arguments.of(Static.class, "a static method cannot be intercepted"),
        Arguments.of(OtherTypes.class, "which is no java.net.URI"),
        Arguments.of(OtherSettings.class, "value differs"));
  }

  @ParameterizedTest
  @DisplayName("CDI-86: every mistake with sources is a deployment error, told once")
  @MethodSource("mistakes")
  void mistakes(Class<?> bean, String message) {
    List<DeploymentProblem> problems = TestContainer.with().beans(bean).problems();
    assertThat(problems).singleElement().asString().contains(message).contains(bean.getName());
  }

  @Test
  @DisplayName("CDI-86: a list that keys empty is a deployment error that names the key")
  void emptied() {
    assertThat(
            TestContainer.with()
                .beans(Twice.class)
                .key("firmitas.global.sources.value", "none")
                .problems())
        .singleElement()
        .asString()
        .contains("at least one source", "firmitas.global.sources.value = \"none\"");
  }

  @ApplicationScoped
  static class Producer {
    @Produces
    @Singleton
    @PolicyName("cdn")
    Sources<URI> sources() {
      return Sources.<URI>builder("cdn").add("a", URI.create("https://a/")).build();
    }
  }

  @Dependent
  static class SetTwice {
    @FromSources(name = "cdn", failureThreshold = 2)
    public void call(@CurrentSource URI source) {}
  }

  @Dependent
  static class OtherType {
    @FromSources(name = "cdn")
    public void call(@CurrentSource String source) {}
  }

  @Test
  @DisplayName("CDI-85: settings beside a bean, and a bean of another type, are deployment errors")
  void besideBean() {
    assertThat(TestContainer.with().beans(SetTwice.class, Producer.class).problems())
        .singleElement()
        .asString()
        .contains("failureThreshold = 2", "are a bean of the application");
    assertThat(TestContainer.with().beans(OtherType.class, Producer.class).problems())
        .singleElement()
        .asString()
        .contains("are of type java.net.URI, which is no java.lang.String");
  }

  @ApplicationScoped
  static class Broken {
    @Produces
    @Singleton
    @PolicyName("cdn")
    Sources<URI> sources() {
      throw new IllegalStateException("no list");
    }
  }

  @Test
  @DisplayName("CDI-85: a bean that cannot be made is a deployment error with the reason")
  void broken() {
    assertThat(TestContainer.with().beans(OtherType.class, Broken.class).problems())
        .singleElement()
        .asString()
        .contains("no list");
  }
}
