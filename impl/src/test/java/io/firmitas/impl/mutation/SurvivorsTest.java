package io.firmitas.impl.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares what PIT left with the lists of survivors, for the classes that were mutated and the
 * suites that ran. Part of the profile {@code mutation}, after PIT (docs/mutation.md).
 */
@Tag("mutants")
class SurvivorsTest {
  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final Path REPORTS = Path.of("target", "mutation");
  private static final Path LISTS = Path.of("src", "test", "mutation");

  @Test
  @DisplayName("every mutant that survives is listed with the reason, and nothing else is")
  void survivorsAreTheOnesListed() throws IOException {
    Map<Suite, MutationReport> reports = reports();
    Map<String, SurvivorList> lists = lists(reports);
    boolean update = Boolean.getBoolean("mutation.update");
    List<String> problems = new ArrayList<>();
    lists.forEach(
        (group, list) ->
            reports.forEach(
                (suite, report) -> {
                  if (update) {
                    list.update(suite, report);
                  } else {
                    problems.addAll(list.problems(suite, report));
                  }
                }));
    if (update) {
      write(lists);
    }
    for (SurvivorList list : lists.values()) {
      problems.addAll(list.unexplained());
    }
    if (!problems.isEmpty()) {
      fail(
          """
          The survivors are not the ones listed in impl/src/test/mutation:

          %s

          Kill what should not survive with a test, and give a reason for what may. The reports are
          in impl/target/mutation; the same command with -Dmutation.update writes the lists anew,
          with `?` for every reason that is missing.
          """
              .formatted(String.join("\n", problems)));
    }
  }

  @Test
  @DisplayName("the classes of the listed survivors exist")
  void classesExist() throws IOException, ClassNotFoundException {
    for (Map.Entry<String, SurvivorList> list : lists(Map.of()).entrySet()) {
      String packageName =
          list.getKey().equals("impl") ? Survivor.BASE : Survivor.BASE + "." + list.getKey();
      for (String name : list.getValue().classNames()) {
        assertThat(Class.forName(packageName + "." + name, false, getClass().getClassLoader()))
            .isNotNull();
      }
    }
  }

  private static Map<Suite, MutationReport> reports() throws IOException {
    Map<Suite, MutationReport> reports = new EnumMap<>(Suite.class);
    for (Suite suite : Suite.values()) {
      if (!Boolean.getBoolean("mutation." + suite.word + ".skip")) {
        Path report = REPORTS.resolve(suite.execution).resolve("mutations.xml");
        reports.put(suite, MutationReport.read(report, SOURCES));
      }
    }
    return reports;
  }

  /** The lists there are, and empty ones for packages with survivors that have none. */
  private static Map<String, SurvivorList> lists(Map<Suite, MutationReport> reports)
      throws IOException {
    Map<String, SurvivorList> lists = new TreeMap<>();
    try (Stream<Path> files = Files.list(LISTS)) {
      for (Path file : files.toList()) {
        String group = file.getFileName().toString().replaceAll("\\.txt$", "");
        lists.put(group, SurvivorList.parse(group, Files.readAllLines(file)));
      }
    }
    for (MutationReport report : reports.values()) {
      for (Survivor survivor : report.survivors().keySet()) {
        lists.computeIfAbsent(survivor.group(), group -> SurvivorList.parse(group, List.of()));
      }
    }
    return lists;
  }

  private static void write(Map<String, SurvivorList> lists) throws IOException {
    for (Map.Entry<String, SurvivorList> list : lists.entrySet()) {
      Path file = LISTS.resolve(list.getKey() + ".txt");
      if (list.getValue().isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        Files.write(file, list.getValue().format(SurvivorsTest::lineNumber));
      }
    }
  }

  /** The place of a survivor's line in its file; past the end when the line is no longer there. */
  private static int lineNumber(Survivor survivor) {
    String topLevel = survivor.className().replaceAll("\\$.*", "");
    Path folder = SOURCES.resolve(Survivor.BASE.replace('.', '/'));
    Path source =
        (survivor.group().equals("impl") ? folder : folder.resolve(survivor.group()))
            .resolve(topLevel + ".java");
    try {
      List<String> lines = Files.readAllLines(source).stream().map(String::strip).toList();
      int index = lines.indexOf(survivor.line());
      return index < 0 ? lines.size() : index;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
