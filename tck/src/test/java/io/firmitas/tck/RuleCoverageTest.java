package io.firmitas.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
