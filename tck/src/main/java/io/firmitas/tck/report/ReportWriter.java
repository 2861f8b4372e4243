package io.firmitas.tck.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Writes a report as text and as JSON. */
public final class ReportWriter {
  private ReportWriter() {}

  /**
   * The report for people: one line for the sum, and one for each rule that was not passed, with
   * its tests.
   *
   * @param report the report
   * @return the text
   */
  public static String text(ConformanceReport report) {
    StringBuilder text = new StringBuilder("Firmitas conformance of " + report.provider() + ": ");
    text.append(
        report.counts().entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().text())
            .collect(Collectors.joining(", ", "", " (rules)\n")));
    for (RuleResult rule : report.rules()) {
      if (rule.verdict() != Verdict.PASSED && rule.verdict() != Verdict.NOT_RUN) {
        text.append(rule.id())
            .append(' ')
            .append(rule.verdict().text())
            .append(": ")
            .append(rule.text())
            .append('\n');
        rule.tests().stream()
            .filter(test -> test.verdict() == Verdict.FAILED)
            .forEach(test -> append(text, test));
        rule.tests().stream()
            .filter(test -> test.verdict() == Verdict.NOT_APPLICABLE)
            .map(TestResult::seen)
            .distinct()
            .forEach(reason -> text.append("  reason: ").append(reason).append('\n'));
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, TestResult test) {
    text.append("  given: ").append(test.test()).append('\n');
    if (!test.expected().isEmpty()) {
      text.append("    expected: ").append(test.expected()).append('\n');
    }
    text.append("    seen: ").append(test.seen()).append('\n');
  }

  /**
   * Writes the report as JSON: the provider, the counts, and every rule with its tests.
   *
   * @param report the report
   * @param file the file; its folders are made
   * @throws IOException when the file cannot be written
   */
  public static void writeJson(ConformanceReport report, Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (Writer writer = Files.newBufferedWriter(file);
        JsonGenerator json = new JsonFactory().createGenerator(writer).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("provider", report.provider());
      json.writeObjectFieldStart("counts");
      for (var count : report.counts().entrySet()) {
        json.writeNumberField(count.getKey().text(), count.getValue());
      }
      json.writeEndObject();
      json.writeArrayFieldStart("rules");
      for (RuleResult rule : report.rules()) {
        write(json, rule);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void write(JsonGenerator json, RuleResult rule) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", rule.id());
    json.writeStringField("text", rule.text());
    json.writeStringField("verdict", rule.verdict().text());
    json.writeArrayFieldStart("tests");
    for (TestResult test : rule.tests()) {
      json.writeStartObject();
      json.writeStringField("given", test.test());
      json.writeStringField("verdict", test.verdict().text());
      json.writeStringField("expected", test.expected());
      json.writeStringField("seen", test.seen());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
