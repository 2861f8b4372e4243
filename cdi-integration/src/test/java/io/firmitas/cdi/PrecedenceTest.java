package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrecedenceTest {
  private static final String SERVICE = "io.firmitas.cdi.PrecedenceTest$Service";
  private static final String BASE = "io.firmitas.cdi.PrecedenceTest$Base";

  /** Declares a method that the bean inherits. */
  abstract static class Base {
    int calls;

    @Retry(maxAttempts = 5, delay = "0s")
    public void inherited() {
      fail();
    }

    public int attemptsSoFar() {
      return calls;
    }

    void fail() {
      calls++;
      throw new IllegalStateException("attempt " + calls);
    }
  }

  @ApplicationScoped
  static class Service extends Base {
    @Retry(name = "named", maxAttempts = 5, delay = "0s")
    public void explicit() {
      fail();
    }

    @Retry(delay = "0s")
    public void silent() {
      fail();
    }

    @Retry(maxAttempts = 4, delay = "0s")
    public void overloaded(String text) {
      fail();
    }

    @Retry(maxAttempts = 4, delay = "0s")
    public void overloaded(int[] numbers) {
      fail();
    }

    @Retry(
        delay = "0s",
        retryOn = IllegalStateException.class,
        abortOn = IllegalStateException.class)
    public void aborted() {
      fail();
    }
  }

  @ApplicationScoped
  @Retry(maxAttempts = 2, delay = "0s")
  static class OnClass {
    int calls;

    public void plain() {
      calls++;
      throw new IllegalStateException();
    }

    public int calls() {
      return calls;
    }
  }

  private static int attempts(Map<String, String> keys, java.util.function.Consumer<Service> call) {
    TestContainer.Builder builder = TestContainer.with().beans(Service.class);
    keys.forEach(builder::key);
    return attempts(builder, call);
  }

  private static int attempts(
      TestContainer.Builder builder, java.util.function.Consumer<Service> call) {
    try (TestContainer container = builder.start()) {
      Service service = container.get(Service.class);
      assertThatThrownBy(() -> call.accept(service)).isInstanceOf(IllegalStateException.class);
      return container.get(Service.class).attemptsSoFar();
    }
  }

  @ParameterizedTest(name = "{0} -> {1} attempts")
  @DisplayName(
      "CDI-41, C32, S15: method beats class beats policy name beats global beats the annotation"
          + " beats defaults")
  @CsvSource({
    "method class name global defaults, 11",
    "class name global defaults, 12",
    "name global defaults, 13",
    "global defaults, 14",
    "defaults, 5",
    "none, 5",
  })
  void precedence(String present, int expected) {
    Map<String, String> all =
        Map.of(
            "method", "firmitas.\"" + SERVICE + "/explicit\".retry.max-attempts=11",
            "class", "firmitas.\"" + SERVICE + "\".retry.max-attempts=12",
            "name", "firmitas.named.retry.max-attempts=13",
            "global", "firmitas.global.retry.max-attempts=14",
            "defaults", "firmitas.defaults.retry.max-attempts=15");
    Map<String, String> keys = new java.util.HashMap<>();
    all.forEach(
        (level, line) -> {
          if (present.contains(level)) {
            int equals = line.indexOf('=');
            keys.put(line.substring(0, equals), line.substring(equals + 1));
          }
        });
    assertThat(attempts(keys, Service::explicit)).isEqualTo(expected);
  }

  @Test
  @DisplayName("CDI-41, C32: defaults fill only what code left unset; the built-in default is last")
  void defaults() {
    assertThat(attempts(Map.of("firmitas.defaults.retry.max-attempts", "7"), Service::silent))
        .isEqualTo(7);
    assertThat(attempts(Map.of(), Service::silent)).isEqualTo(3);
  }

  @Test
  @DisplayName("CDI-42: of settings that exclude each other the one with the stronger source wins")
  void alternatives() {
    assertThat(attempts(Map.of("firmitas.global.retry.max-retries", "0"), Service::explicit))
        .isEqualTo(1);
    assertThat(attempts(Map.of("firmitas.defaults.retry.max-retries", "0"), Service::explicit))
        .isEqualTo(5);
  }

  @Test
  @DisplayName(
      "CDI-43, S17: a key may name the bean class or the class that declares the method; the bean"
          + " class is stronger")
  void inherited() {
    String declared = "firmitas.\"" + BASE + "/inherited\".retry.max-attempts";
    String bean = "firmitas.\"" + SERVICE + "/inherited\".retry.max-attempts";
    assertThat(attempts(Map.of(declared, "2"), Service::inherited)).isEqualTo(2);
    assertThat(attempts(Map.of(declared, "2", bean, "3"), Service::inherited)).isEqualTo(3);
  }

  @Test
  @DisplayName("CDI-43: a key with parameter types is about one overload, one without about all")
  void overloads() {
    String one = "firmitas.\"" + SERVICE + "/overloaded(java.lang.String)\".retry.max-attempts";
    String array = "firmitas.\"" + SERVICE + "/overloaded(int[])\".retry.max-attempts";
    String all = "firmitas.\"" + SERVICE + "/overloaded\".retry.max-attempts";
    Map<String, String> keys = Map.of(one, "2", all, "3");
    assertThat(attempts(keys, service -> service.overloaded("text"))).isEqualTo(2);
    assertThat(attempts(keys, service -> service.overloaded(new int[0]))).isEqualTo(3);
    assertThat(attempts(Map.of(array, "1"), service -> service.overloaded(new int[0])))
        .isEqualTo(1);
  }

  @Test
  @DisplayName("CDI-44: none empties a list")
  void none() {
    assertThat(attempts(Map.of(), Service::aborted)).isEqualTo(1);
    assertThat(attempts(Map.of("firmitas.global.retry.abort-on", "none"), Service::aborted))
        .isEqualTo(3);
  }

  @Test
  @DisplayName("CDI-44: exception classes are named with commas between them")
  void classes() {
    String types = "java.io.IOException, java.lang.IllegalStateException";
    assertThat(attempts(Map.of("firmitas.global.retry.abort-on", types), Service::explicit))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @DisplayName("CDI-45, S9: strict booleans: all these switch the policy off")
  @ValueSource(strings = {"false", "no", "off", "0", "FALSE", "Off"})
  void off(String text) {
    assertThat(attempts(Map.of("firmitas.global.retry.enabled", text), Service::explicit))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @DisplayName("CDI-45, S9: strict booleans: all these leave it on")
  @ValueSource(strings = {"true", "yes", "on", "1", "TRUE"})
  void on(String text) {
    assertThat(attempts(Map.of("firmitas.global.retry.enabled", text), Service::explicit))
        .isEqualTo(5);
  }

  @ParameterizedTest
  @DisplayName("CDI-46: enabled is heard at every level, for one overload too")
  @ValueSource(
      strings = {
        "\"" + SERVICE + "/explicit()\"",
        "\"" + SERVICE + "/explicit\"",
        "\"" + SERVICE + "\"",
        "named",
        "global",
        "defaults",
      })
  void enabledAtEveryLevel(String target) {
    assertThat(attempts(Map.of("firmitas." + target + ".retry.enabled", "no"), Service::explicit))
        .isEqualTo(1);
  }

  @Test
  @DisplayName("CDI-46, G97: an off switch is logged as a warning, with where it comes from")
  void offIsLogged() {
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      attempts(Map.of("firmitas.global.retry.enabled", "off"), Service::explicit);
      assertThat(log.texts("WARNING"))
          .anySatisfy(
              text ->
                  assertThat(text)
                      .contains("@Retry on " + SERVICE + "/explicit")
                      .contains("is switched off by")
                      .contains("firmitas.global.retry.enabled"));
    }
  }

  @Test
  @DisplayName("CDI-46: enabled has the precedence of every setting")
  void enabledForOneMethod() {
    Map<String, String> keys =
        Map.of(
            "firmitas.global.retry.enabled",
            "false",
            "firmitas.\"" + SERVICE + "/explicit\".retry.enabled",
            "true");
    assertThat(attempts(keys, Service::explicit)).isEqualTo(5);
    assertThat(attempts(keys, Service::silent)).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "CDI-43, S17: a key for a method works when the annotation is on the class, and the other way"
          + " round")
  void placeOfAnnotation() {
    try (TestContainer container =
        TestContainer.with()
            .beans(OnClass.class)
            .key("firmitas.\"" + OnClass.class.getName() + "/plain\".retry.max-attempts", "6")
            .start()) {
      OnClass bean = container.get(OnClass.class);
      assertThatThrownBy(bean::plain).isInstanceOf(IllegalStateException.class);
      assertThat(bean.calls()).isEqualTo(6);
    }
    assertThat(
            attempts(
                Map.of("firmitas.\"" + SERVICE + "\".retry.max-attempts", "6"), Service::silent))
        .isEqualTo(6);
  }

  @Test
  @DisplayName(
      "CDI-47: environment variables are named as MicroProfile Config maps keys, quotes and slashes"
          + " included")
  void environment() {
    assertThat(
            attempts(
                TestContainer.with()
                    .beans(Service.class)
                    .environment(
                        "FIRMITAS__IO_FIRMITAS_CDI_PRECEDENCETEST_SERVICE_EXPLICIT__RETRY_MAX_ATTEMPTS",
                        "8"),
                Service::explicit))
        .isEqualTo(8);
    assertThat(
            attempts(
                TestContainer.with()
                    .beans(Service.class)
                    .environment("FIRMITAS_GLOBAL_RETRY_MAX_ATTEMPTS", "9"),
                Service::explicit))
        .isEqualTo(9);
  }

  @Test
  @DisplayName(
      "CDI-48: keys of an active profile win over plain ones; those of another one do not count")
  void profiles() {
    TestContainer.Builder builder =
        TestContainer.with()
            .beans(Service.class)
            .profile("dev")
            .key("firmitas.global.retry.max-attempts", "2")
            .key("%dev.firmitas.global.retry.max-attempts", "6")
            .key("%prod.firmitas.global.retry.max-attempts", "7");
    assertThat(attempts(builder, Service::explicit)).isEqualTo(6);
  }

  @Test
  @DisplayName("CDI-44: unlimited attempts can be configured")
  void unlimited() {
    try (TestContainer container =
        TestContainer.with()
            .beans(Service.class, VirtualTime.class)
            .key("firmitas.global.retry.max-attempts", "unlimited")
            .key("firmitas.global.retry.total-time-limit", "1m")
            .key("firmitas.global.retry.delay", "1s")
            .key("firmitas.global.retry.backoff", "fixed")
            .key("firmitas.global.retry.jitter", "none")
            .start()) {
      Service service = container.get(Service.class);
      assertThatThrownBy(service::explicit).isInstanceOf(IllegalStateException.class);
      assertThat(service.attemptsSoFar()).isEqualTo(60);
    }
  }
}
