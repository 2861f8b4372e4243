package io.firmitas.tck.report;

import java.util.List;

/**
 * What became of a rule.
 *
 * @param id the rule's id
 * @param text the rule
 * @param verdict the sum of its tests
 * @param tests its tests
 */
public record RuleResult(String id, String text, Verdict verdict, List<TestResult> tests) {
  /**
   * Takes a copy of the tests.
   *
   * @param id the rule's id
   * @param text the rule
   * @param verdict the sum of its tests
   * @param tests its tests
   */
  public RuleResult {
    tests = List.copyOf(tests);
  }

  static RuleResult of(String id, String text, List<TestResult> tests) {
    return new RuleResult(id, text, sum(tests), tests);
  }

  private static Verdict sum(List<TestResult> tests) {
    if (tests.isEmpty()) {
      return Verdict.NOT_RUN;
    }
    if (has(tests, Verdict.FAILED)) {
      return Verdict.FAILED;
    }
    if (!has(tests, Verdict.NOT_APPLICABLE)) {
      return Verdict.PASSED;
    }
    return has(tests, Verdict.PASSED) ? Verdict.PARTLY_APPLICABLE : Verdict.NOT_APPLICABLE;
  }

  private static boolean has(List<TestResult> tests, Verdict verdict) {
    return tests.stream().anyMatch(test -> test.verdict() == verdict);
  }
}
