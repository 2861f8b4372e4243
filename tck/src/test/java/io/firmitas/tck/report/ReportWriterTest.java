package io.firmitas.tck.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReportWriterTest {
  private static TestResult result(String rule, Verdict verdict, String expected, String seen) {
    return new TestResult(List.of(rule), "a call of " + rule, verdict, expected, seen);
  }

  @Test
  @DisplayName(
      "the text tells the sum, and each rule that was not passed with given, expected and seen")
  void text() {
    ConformanceReport report =
        new ConformanceReport(
            "my.Provider",
            Specification.parse(
                "- **XX-01** One.\n- **XX-02** Two.\n- **XX-03** Three.\n- **XX-04** Four.\n"));
    report.add(result("XX-01", Verdict.PASSED, "", ""));
    report.add(result("XX-02", Verdict.PASSED, "", ""));
    report.add(result("XX-02", Verdict.FAILED, "5", "6"));
    report.add(result("XX-03", Verdict.NOT_APPLICABLE, "", "no windows"));
    report.add(result("XX-03", Verdict.PASSED, "", ""));

    assertEquals(
        """
        Firmitas conformance of my.Provider: 1 passed, 1 partly applicable, 1 failed, 1 not run (rules)
        XX-02 failed: Two.
          given: a call of XX-02
            expected: 5
            seen: 6
        XX-03 partly applicable: Three.
          reason: no windows
        """,
        ReportWriter.text(report));
  }
}
