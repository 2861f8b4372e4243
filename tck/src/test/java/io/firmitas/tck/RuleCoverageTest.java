package io.firmitas.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.report.Specification;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.commons.support.AnnotationSupport;

class RuleCoverageTest {
  private static final Set<String> RULES = Specification.current().rules().keySet();

  @Test
  @DisplayName("every rule of the specification has a test that cites it")
  void everyRuleHasATest() {
    Set<String> untested = new TreeSet<>(RULES);
    tests().forEach(test -> untested.removeAll(cited(test)));

    assertEquals(Set.of(), untested, "rules without a test");
  }

  @Test
  @DisplayName("no test cites a rule that the specification does not have")
  void everyCitedRuleExists() {
    Set<String> unknown = new TreeSet<>();
    tests().forEach(test -> unknown.addAll(cited(test)));
    unknown.removeAll(RULES);

    assertEquals(Set.of(), unknown, "cited rules that do not exist");
  }

  @Test
  @DisplayName("every test cites at least one rule and has a name that reads like it")
  void everyTestCitesARule() {
    List<String> mute =
        tests().stream()
            .filter(test -> cited(test).isEmpty() || !test.isAnnotationPresent(DisplayName.class))
            .map(Method::toString)
            .toList();

    assertEquals(List.of(), mute, "tests without a rule or a name");
  }

  /** What tenaz compares itself by; both forms means a test that runs in each mode. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "exponential backoff, RT-21, true",
    "full jitter, RT-02, true",
    "circuit breaker, CB-05, true",
    "exceptions that are retried, RT-12, true",
    "exceptions that are not, RT-13, true",
    "a delay for each exception, RT-24, true",
    "retry on a result, RT-18, true",
    "total time limit, RT-30, true",
    "attempts inline, RT-38, false",
    "asynchronous attempts by timer, RT-29, true",
    "hook before a retry, EV-09, true",
    "hook when given up, EV-10, true",
    "hook when the breaker opens, EV-03, true"
  })
  @DisplayName("Z4: each feature of the comparison has a test, in both forms where there are two")
  void everyFeatureHasATest(String feature, String rule, boolean inBothForms) {
    assertTrue(
        tests().stream()
            .filter(test -> cited(test).contains(rule))
            .anyMatch(test -> !inBothForms || test.isAnnotationPresent(EachMode.class)),
        feature);
  }

  @Test
  @DisplayName("the check itself sees the tests")
  void seesTests() {
    assertTrue(tests().size() > 300, "only " + tests().size() + " tests found");
  }

  private static Set<String> cited(Method test) {
    Rule rule = test.getAnnotation(Rule.class);
    return rule == null ? Set.of() : Set.of(rule.value());
  }

  private static List<Method> tests() {
    List<Method> tests = new ArrayList<>();
    for (Class<?> group : FirmitasConformance.class.getDeclaredClasses()) {
      if (group.isAnnotationPresent(Nested.class)) {
        for (Method method : group.getSuperclass().getDeclaredMethods()) {
          if (isTest(method)) {
            tests.add(method);
          }
        }
      }
    }
    return tests;
  }

  /** A test may be marked by an annotation that is itself marked, such as {@code EachMode}. */
  private static boolean isTest(Method method) {
    return !Modifier.isStatic(method.getModifiers())
        && (AnnotationSupport.isAnnotated(method, Test.class)
            || AnnotationSupport.isAnnotated(method, org.junit.jupiter.api.TestTemplate.class));
  }
}
