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

  @Test
  @DisplayName(
      "says which thresholds and open times are for whom (T95, T96, T100, T101, T190), when to use"
          + " what (T12, Z100), and what a reset is for (T141, T142)")
  void guidance() throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs/circuit-breaker.md")))
        .contains("1 to 3", "4 to 7", "8 and more", "opens on noise", "still recovering")
        .contains("10 to 30 s", "60 to 120 s", "180 s and more")
        .contains("## Alone or with a retry", "## Reset");
    assertThat(Files.readString(ROOT.resolve("docs/README.md"))).contains("## Which policy when");
  }

  @Test
  @DisplayName("names the logger (G95), has an index and a reference of the configuration (G101)")
  void reference() throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs/observability.md"))).contains("`io.firmitas`");
    assertThat(Files.readString(ROOT.resolve("docs/README.md"))).contains("(cdi.md)");
    assertThat(Files.readString(ROOT.resolve("docs/cdi.md"))).contains("### Settings");
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }
}
