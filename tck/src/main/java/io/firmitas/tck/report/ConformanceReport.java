package io.firmitas.tck.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects how the tests ended and tells it by rule. Thread-safe. */
public final class ConformanceReport {
  private final String provider;
  private final Specification specification;
  private final List<TestResult> results = new CopyOnWriteArrayList<>();

  /**
   * Makes an empty report.
   *
   * @param provider the provider under test
   * @param specification the rules
   */
  public ConformanceReport(String provider, Specification specification) {
    this.provider = provider;
    this.specification = specification;
  }

  /**
   * Adds the end of a test.
   *
   * @param result how it ended
   */
  public void add(TestResult result) {
    results.add(result);
  }

  /**
   * The provider under test.
   *
   * @return its name
   */
  public String provider() {
    return provider;
  }

  /**
   * The rules, each with its tests.
   *
   * @return one entry for each rule of the specification, in the order of the ids
   */
  public List<RuleResult> rules() {
    List<RuleResult> rules = new ArrayList<>();
    specification
        .rules()
        .forEach(
            (id, text) ->
                rules.add(
                    RuleResult.of(
                        id,
                        text,
                        results.stream().filter(result -> result.rules().contains(id)).toList())));
    return rules;
  }

  /**
   * How many rules have each verdict.
   *
   * @return the counts, verdicts without rules left out
   */
  public Map<Verdict, Integer> counts() {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    rules().forEach(rule -> counts.merge(rule.verdict(), 1, Integer::sum));
    return counts;
  }
}
