package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadConfigurationTest {
  private static final String CATALOG = "io.firmitas.cdi.BadConfigurationTest$Catalog";

  @ApplicationScoped
  static class Catalog {
    @Retry
    @CircuitBreaker(name = "catalog")
    @Timeout("2s")
    @Fallback("none")
    public String find(String key) {
      return key;
    }

    @Timeout("1s")
    public String other() {
      return "";
    }
  }

  @ApplicationScoped
  static class FirstOfTwo {
    @Retry(maxAttempts = 0, delay = "soon")
    @Fallback(method = "missing")
    public String one() {
      return "";
    }
  }

  @ApplicationScoped
  static class SecondOfTwo {
    @CircuitBreaker(failureThreshold = 0)
    @Timeout("0s")
    public String two() {
      return "";
    }
  }

  private static String onlyProblem(String key, String value) {
    List<DeploymentProblem> problems =
        TestContainer.with().beans(Catalog.class).key(key, value).problems();
    assertThat(problems).hasSize(1);
    return problems.get(0).toString();
  }

  private static String onlyProblem(Class<?>... beans) {
    List<DeploymentProblem> problems = TestContainer.with().beans(beans).problems();
    assertThat(problems).hasSize(1);
    return problems.get(0).toString();
  }

  @ParameterizedTest
  @DisplayName("CDI-45, S9: what is no boolean is an error, with value, source, ordinal and remedy")
  @ValueSource(strings = {"flase", "ja", "2", "enabled"})
  void badBoolean(String value) {
    assertThat(onlyProblem("firmitas.global.retry.enabled", value))
        .contains("firmitas.global.retry.enabled = \"" + value + "\"")
        .contains("test.properties")
        .contains("ordinal 100")
        .contains("neither true nor false")
        .contains("write true, yes, on or 1");
  }

  @ParameterizedTest
  @DisplayName("CDI-50: a value that cannot be read is an error with its origin and a remedy")
  @CsvSource(
      delimiter = '|',
      value = {
        "retry.max-attempts   | three            | is not a whole number or unlimited",
        "retry.max-attempts   | 99999999999      | is not a whole number",
        "retry.delay          | soon             | is not a duration",
        "retry.delay          | 5 parsecs        | is not a duration",
        "retry.delay          | 1.5              | is not a duration",
        "retry.multiplier     | two              | is not a decimal number",
        "retry.multiplier     | NaN              | is not a decimal number",
        "retry.backoff        | quadratic        | is not one of fixed, linear, exponential,"
            + " fibonacci, decorrelated",
        "retry.jitter         | some             | is not one of none, full, equal, proportional,"
            + " additive, plus-minus",
        "retry.retry-on       | java.lang.String | is not an exception",
        "fallback.handler     | java.lang.String | is no FallbackHandler",
      })
  void unreadable(String setting, String value, String what) {
    assertThat(onlyProblem("firmitas.global." + setting, value))
        .startsWith("firmitas.global." + setting + " = \"" + value + "\"")
        .contains(what)
        .containsPattern("; (write|name|implement) ");
  }

  @ParameterizedTest
  @DisplayName("CDI-50, S10: so is any other class in configuration")
  @ValueSource(
      strings = {
        "retry.abort-on",
        "retry.retry-if",
        "retry.delay-for",
        "circuit-breaker.fail-on",
        "circuit-breaker.ignore",
        "circuit-breaker.skip-on",
        "circuit-breaker.fail-if",
        "fallback.apply-on",
        "fallback.skip-on",
        "fallback.handler",
      })
  void unknownClasses(String setting) {
    assertThat(
            TestContainer.with()
                .beans(AllKinds.class)
                .key("firmitas.global." + setting, "com.acme.Missing")
                .problems()
                .toString())
        .contains("firmitas.global." + setting)
        .contains("test.properties")
        .contains("\"com.acme.Missing\" cannot be found");
  }

  /** A place for every key. */
  @ApplicationScoped
  static class AllKinds {
    @Retry
    @CircuitBreaker
    @Fallback(value = "answer")
    public String call() {
      return "";
    }
  }

  @Test
  @DisplayName("CDI-50, S10: an exception class that cannot be found is a deployment error")
  void unknownClass() {
    assertThat(
            onlyProblem(
                "firmitas.\"" + CATALOG + "/find\".retry.retry-on",
                "java.io.IOException,java.io.IoException"))
        .contains(CATALOG + "/find")
        .contains("class \"java.io.IoException\" cannot be found")
        .contains("test.properties");
  }

  @ParameterizedTest
  @DisplayName(
      "CDI-51: a value that the builder refuses is an error with its origin and the builder's"
          + " bound")
  @CsvSource(
      delimiter = '|',
      value = {
        "retry.max-attempts               | 0    | maxAttempts must be at least 1 but is 0",
        "retry.max-retries                | -1   | maxRetries must be at least 0",
        "retry.max-delay                  | -1s  | maxDelay must not be negative",
        "retry.total-time-limit           | -1s  | totalTimeLimit must not be negative",
        "circuit-breaker.failure-threshold| 0    | failureThreshold must be at least 1",
        "circuit-breaker.window-size      | 0    | window size must be at least 1",
        "circuit-breaker.open-time        | 0    | openTime must be longer than zero",
        "circuit-breaker.probes           | 0    | probes must be at least 1",
        "circuit-breaker.probe-lease      | 0s   | probeLease must be longer than zero",
        "timeout.value                    | 0s   | timeout length must be longer than zero",
        "timeout.value                    | PT0S | timeout length must be longer than zero",
      })
  void outOfRange(String setting, String value, String what) {
    assertThat(onlyProblem("firmitas.\"" + CATALOG + "/find\"." + setting, value))
        .contains("firmitas.\"" + CATALOG + "/find\"." + setting + " = \"" + value + "\"")
        .contains(what);
  }

  @Test
  @DisplayName(
      "CDI-52: values are merged before they are checked; a contradiction names the place and all"
          + " origins")
  void contradiction() {
    List<DeploymentProblem> problems =
        TestContainer.with()
            .beans(Catalog.class)
            .key("firmitas.global.retry.delay", "5s")
            .key("firmitas.defaults.retry.max-delay", "1s")
            .problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).toString())
        .contains("@Retry on " + CATALOG + "/find(java.lang.String)")
        .contains("firmitas.global.retry.delay = \"5s\"")
        .contains("firmitas.defaults.retry.max-delay = \"1s\"")
        .contains("maxDelay must not be shorter than the first delay PT5S")
        .contains("raise maxDelay");
  }

  @Test
  @DisplayName("CDI-53: a setting without effect, and half of a pair, are errors")
  void withoutEffect() {
    assertThat(onlyProblem("firmitas.global.retry.step", "1s"))
        .contains("step has no effect with the default backoff");
    assertThat(onlyProblem("firmitas.global.retry.jitter", "plus-minus")).contains("has no amount");
    assertThat(onlyProblem("firmitas.global.retry.jitter", "proportional"))
        .contains("has no factor");
    assertThat(onlyProblem("firmitas.global.circuit-breaker.slow-call-rate", "0.5"))
        .contains("belong together");
    assertThat(onlyProblem("firmitas.global.circuit-breaker.failure-rate", "0.5"))
        .contains("need a window");
    assertThat(onlyProblem("firmitas.global.retry.delay", "2m"))
        .contains("longer than the default max-delay");
  }

  @Test
  @DisplayName("CDI-42: two settings that exclude each other at one level are an error")
  void bothAtOneLevel() {
    List<DeploymentProblem> problems =
        TestContainer.with()
            .beans(Catalog.class)
            .key("firmitas.global.circuit-breaker.window-size", "10")
            .key("firmitas.global.circuit-breaker.window-duration", "10s")
            .problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).toString())
        .contains("excludes each other")
        .contains("window-size")
        .contains("window-duration");
  }

  @Test
  @DisplayName("CDI-54, S11: all problems of all beans come in one exception")
  void allAtOnce() {
    List<DeploymentProblem> problems =
        TestContainer.with().beans(FirstOfTwo.class, SecondOfTwo.class).problems();
    assertThat(problems).hasSize(5);
    assertThat(problems.toString())
        .contains("maxAttempts must be at least 1")
        .contains("\"soon\" is not a duration")
        .contains("has no method missing")
        .contains("failureThreshold must be at least 1")
        .contains("timeout length must be longer than zero");
    assertThat(new PolicyDeploymentException(problems))
        .hasMessageContaining("5 problems")
        .hasMessageContaining("  5. ");
  }

  @ApplicationScoped
  static class NoLength {
    @Timeout
    public void run() {}
  }

  @Test
  @DisplayName("CDI-55: a timeout needs a length from somewhere")
  void noLength() {
    assertThat(onlyProblem(NoLength.class))
        .contains("NoLength/run()")
        .contains("has no length")
        .contains("@Timeout(\"2s\")");
    TestContainer.with()
        .beans(NoLength.class)
        .key("firmitas.defaults.timeout.value", "1s")
        .start()
        .close();
  }

  @ApplicationScoped
  static class Futures {
    @Retry
    public Future<String> future() {
      throw new UnsupportedOperationException();
    }

    @Timeout("1s")
    public java.util.concurrent.Flow.Publisher<String> publisher() {
      throw new UnsupportedOperationException();
    }

    public Future<String> unguarded() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  @DisplayName("CDI-22: a guarded method that answers later in an unknown way is an error")
  void unknownReactiveTypes() {
    List<DeploymentProblem> problems = TestContainer.with().beans(Futures.class).problems();
    assertThat(problems).hasSize(2);
    assertThat(problems.toString())
        .contains("Futures/future()")
        .contains("Futures/publisher()")
        .contains("return a CompletionStage or CompletableFuture");
  }

  @ApplicationScoped
  static class BadNames {
    @Retry(name = "Big Name")
    public void one() {}

    @CircuitBreaker(name = "global")
    public void two() {}
  }

  @Test
  @DisplayName("CDI-10: a name that cannot be written in keys is an error")
  void badNames() {
    assertThat(TestContainer.with().beans(BadNames.class).problems().toString())
        .contains("cannot be written in keys")
        .contains("a meaning of its own in keys");
  }

  @Test
  @DisplayName("CDI-06: a priority that is no number is an error")
  void badPriority() {
    assertThat(onlyProblem("firmitas.interceptor-priority", "early"))
        .contains("(source PropertiesConfigSource[source=test.properties], ordinal 100)")
        .contains("is not a whole number");
  }

  @Test
  @DisplayName("CDI-49: an empty value takes a key back, as MicroProfile Config says")
  void empty() {
    TestContainer.with()
        .beans(Catalog.class)
        .key("firmitas.global.retry.max-attempts", "")
        .start()
        .close();
  }
}
