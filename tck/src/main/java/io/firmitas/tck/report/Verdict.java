package io.firmitas.tck.report;

/** What became of a rule or of a test. */
public enum Verdict {
  /** Every test passed. */
  PASSED("passed"),
  /** Some tests passed; the others need what the provider does not have. */
  PARTLY_APPLICABLE("partly applicable"),
  /** Every test needs what the provider does not have. */
  NOT_APPLICABLE("not applicable"),
  /** A test failed. */
  FAILED("failed"),
  /** No test of the rule was run. */
  NOT_RUN("not run");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /**
   * The verdict for people.
   *
   * @return the text
   */
  public String text() {
    return text;
  }
}
