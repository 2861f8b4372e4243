package io.firmitas.tck.report;

import java.util.List;

/**
 * How one test ended.
 *
 * @param rules the rules that it proves
 * @param test its display name, which says what was given
 * @param verdict passed, failed or not applicable
 * @param expected what was expected; empty unless the test failed with a comparison
 * @param seen what was seen, or why the test is not applicable; empty when it passed
 */
public record TestResult(
    List<String> rules, String test, Verdict verdict, String expected, String seen) {
  /**
   * Takes a copy of the rules.
   *
   * @param rules the rules that it proves
   * @param test its display name
   * @param verdict passed, failed or not applicable
   * @param expected what was expected
   * @param seen what was seen
   */
  public TestResult {
    rules = List.copyOf(rules);
  }
}
