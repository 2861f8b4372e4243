package io.firmitas.examples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The regions of this module's sources that the documentation shows: from {@code // snippet: name}
 * to {@code // end}, or with {@code #} in properties files.
 */
final class Snippets {
  private final Map<String, Snippet> byName = new TreeMap<>();

  /**
   * A region.
   *
   * @param file where it is
   * @param lines its lines, without common indentation and without the markers
   */
  record Snippet(Path file, List<String> lines) {}

  /** Reads all regions under a folder. */
  static Snippets under(Path folder) throws IOException {
    Snippets snippets = new Snippets();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Snippets::isSource).sorted().toList()) {
        snippets.read(file);
      }
    }
    return snippets;
  }

  private static boolean isSource(Path file) {
    return file.toString().endsWith(".java") || file.toString().endsWith(".properties");
  }

  private void read(Path file) throws IOException {
    String name = "";
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String text = line.strip().replaceFirst("^(//|#) ", "");
      boolean marker = !text.equals(line.strip());
      if (marker && text.startsWith("snippet: ")) {
        name = text.substring("snippet: ".length());
        lines = new ArrayList<>();
      } else if (marker && text.equals("end") && !name.isEmpty()) {
        Snippet before = byName.put(name, new Snippet(file, withoutIndent(lines)));
        if (before != null) {
          throw new IOException(
              "two snippets are named " + name + ": " + before.file + ", " + file);
        }
        name = "";
      } else {
        lines.add(line);
      }
    }
    if (!name.isEmpty()) {
      throw new IOException("snippet " + name + " of " + file + " has no end");
    }
  }

  private static List<String> withoutIndent(List<String> lines) {
    return String.join("\n", lines).stripIndent().strip().lines().toList();
  }

  Snippet find(String name) {
    Snippet found = byName.get(name);
    if (found == null) {
      throw new AssertionError("there is no snippet " + name + "; there are " + byName.keySet());
    }
    return found;
  }
}
