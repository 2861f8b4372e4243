package io.firmitas.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The documentation")
class DocumentationTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final String UPDATE = "firmitas.docs.update";

  @Test
  @DisplayName("shows only code that is compiled and run here")
  void snippets() throws IOException {
    Snippets snippets = Snippets.under(Path.of("src"));
    List<String> problems = new ArrayList<>();
    for (Path page : pages()) {
      MarkdownPage markdown = new MarkdownPage(page, snippets);
      problems.addAll(markdown.problems());
      if (Boolean.getBoolean(UPDATE)) {
        markdown.update();
      }
    }

    assertThat(problems)
        .as(
            "Change the source, then copy it into the pages:"
                + " mvn -pl examples -am test -Dtest=DocumentationTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
            UPDATE)
        .isEmpty();
  }

  @Test
  @DisplayName("links only to files that exist")
  void links() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        if (!Files.exists(page.resolveSibling(link.group(1)))) {
          broken.add(ROOT.relativize(page) + ": " + link.group(1));
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }
}
