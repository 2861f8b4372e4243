package io.firmitas.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every line of the seeds' checklist and every case from the field is proved by a test that carries
 * its label in its display name, or is listed in {@code docs/traceability-reasons.txt}.
 */
class TraceabilityTest {
  private static final Path ROOT = Path.of(System.getProperty("firmitas.root", ".."));
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final Path TABLE = ROOT.resolve("docs/traceability.md");
  private static final Path REASONS = ROOT.resolve("docs/traceability-reasons.txt");

  @Test
  void everyLabelHasATestOrAReason() throws IOException {
    Map<String, SortedSet<String>> tests = LabelledTests.in(ROOT);
    Map<String, String> reasons = reasons();
    List<String> unproved = new ArrayList<>(Labels.all());
    unproved.removeIf(label -> tests.containsKey(label) || reasons.containsKey(label));

    assertThat(unproved)
        .as(
            "labels without a test: name one in a @DisplayName, or say why not in %s",
            ROOT.relativize(REASONS))
        .isEmpty();
  }

  @Test
  void aReasonIsGivenOnlyWhereThereIsNoTest() throws IOException {
    Map<String, SortedSet<String>> tests = LabelledTests.in(ROOT);

    assertThat(reasons().keySet())
        .as("reasons for unknown labels, or for labels that have a test")
        .allMatch(label -> Labels.all().contains(label) && !tests.containsKey(label));
  }

  @Test
  void theTableInTheDocsIsUpToDate() throws IOException {
    List<String> actual = table(LabelledTests.in(ROOT), reasons());
    if (Boolean.getBoolean("firmitas.traceability.update")) {
      Files.write(TABLE, actual);
      return;
    }
    List<String> expected = Files.exists(TABLE) ? Files.readAllLines(TABLE) : List.of();
    if (!actual.equals(expected)) {
      fail(
          """
          docs/traceability.md is not up to date:

          %s
          Write it anew:
            mvn -pl architecture -am verify -Dfirmitas.traceability.update=true
          """
              .formatted(LineDiff.of(expected, actual)));
    }
  }

  private static Map<String, String> reasons() throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    for (String line : Files.readAllLines(REASONS)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split(":", 2);
        assertThat(parts).as("label: reason").hasSize(2);
        SPACES
            .splitAsStream(parts[0].strip())
            .forEach(label -> reasons.put(label, parts[1].strip()));
      }
    }
    return reasons;
  }

  private static List<String> table(
      Map<String, SortedSet<String>> tests, Map<String, String> reasons) {
    List<String> lines = new ArrayList<>();
    lines.add("# Traceability");
    lines.add("");
    lines.add("Made by the build from the labels in the tests' display names; do not edit.");
    lines.add("T and G: tif1, Z: tenaz, V: only in their sources, C: their contradictions,");
    lines.add("Q: their claims that can be measured;");
    lines.add("F, R, H, S, P: cases that other libraries have shown.");
    lines.add("");
    lines.add("| line | proved by |");
    lines.add("|---|---|");
    for (String label : Labels.all()) {
      SortedSet<String> classes = tests.get(label);
      String proof =
          classes == null
              ? "- (" + reasons.getOrDefault(label, "nothing yet") + ")"
              : String.join(", ", classes);
      lines.add("| " + label + " | " + proof + " |");
    }
    return lines;
  }
}
