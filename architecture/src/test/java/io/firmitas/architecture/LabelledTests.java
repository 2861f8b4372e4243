package io.firmitas.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which test classes carry which labels in their display names, found in the sources. */
final class LabelledTests {
  private static final Pattern DISPLAY_NAME =
      Pattern.compile("@DisplayName\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"[\\s+]*)+)\\)");
  private static final Pattern LABEL = Pattern.compile("\\b([TGZVCFRHSPQ]\\d{1,3})[a-z]?\\b");
  private static final List<String> TEST_SOURCES =
      List.of(
          "api/src/test",
          "impl/src/test",
          "testkit/src/test",
          "cdi-integration/src/test",
          "tck/src/main",
          "tck/src/test",
          "examples/src/test",
          "benchmarks/src/test",
          "architecture/src/test");

  private LabelledTests() {}

  /** The classes of each label. */
  static Map<String, SortedSet<String>> in(Path root) throws IOException {
    return citing(LABEL, root);
  }

  /** The classes of whatever else display names cite: the first group of the pattern. */
  static Map<String, SortedSet<String>> citing(Pattern pattern, Path root) throws IOException {
    Map<String, SortedSet<String>> found = new TreeMap<>();
    for (String sources : TEST_SOURCES) {
      Path folder = root.resolve(sources);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
            collect(pattern, Files.readString(file), className(file), found);
          }
        }
      }
    }
    return found;
  }

  private static String className(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - ".java".length());
  }

  private static void collect(
      Pattern pattern, String source, String className, Map<String, SortedSet<String>> found) {
    Matcher names = DISPLAY_NAME.matcher(source);
    while (names.find()) {
      Matcher labels = pattern.matcher(names.group(1));
      while (labels.find()) {
        found.computeIfAbsent(labels.group(1), label -> new TreeSet<>()).add(className);
      }
    }
  }
}
