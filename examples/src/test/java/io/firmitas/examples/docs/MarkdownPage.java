package io.firmitas.examples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A page of the documentation, and its code blocks that come from {@link Snippets}. */
final class MarkdownPage {
  private static final Set<String> CHECKED = Set.of("```java", "```properties");
  private static final String NAME = "<!-- snippet: ";

  private final Path file;
  private final List<String> problems = new ArrayList<>();
  private final List<String> updated = new ArrayList<>();

  /** Compares a page with the snippets. */
  MarkdownPage(Path file, Snippets snippets) throws IOException {
    this.file = file;
    List<String> lines = Files.readAllLines(file);
    int next = 0;
    while (next < lines.size()) {
      String line = lines.get(next);
      updated.add(line);
      next = CHECKED.contains(line) ? checkBlock(lines, next, snippets) : next + 1;
    }
  }

  private int checkBlock(List<String> lines, int fence, Snippets snippets) {
    int end = fence + 1;
    while (!lines.get(end).equals("```")) {
      end++;
    }
    List<String> shown = lines.subList(fence + 1, end);
    String before = fence == 0 ? "" : lines.get(fence - 1);
    String place = file.getFileName() + ", line " + (fence + 1);
    if (!before.startsWith(NAME)) {
      problems.add(
          place
              + ": the code is not compiled. Put it into a source of examples, between"
              + " '// snippet: name' and '// end', and '"
              + NAME
              + "name -->' before the block");
      updated.addAll(shown);
      return end;
    }
    String name = before.substring(NAME.length(), before.indexOf(" -->"));
    Snippets.Snippet snippet = snippets.find(name);
    updated.addAll(snippet.lines());
    if (!shown.equals(snippet.lines())) {
      problems.add(place + ": snippet " + name + " is another one in " + snippet.file());
    }
    return end;
  }

  List<String> problems() {
    return problems;
  }

  /** Replaces the blocks by the snippets. */
  void update() throws IOException {
    Files.write(file, updated);
  }
}
