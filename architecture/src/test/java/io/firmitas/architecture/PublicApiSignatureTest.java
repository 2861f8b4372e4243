package io.firmitas.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users can see changes only on purpose: it is written down in {@code docs/api}. */
class PublicApiSignatureTest {

  private static final Path SIGNATURES =
      Path.of(System.getProperty("firmitas.root", ".."), "docs", "api");

  @ParameterizedTest
  @ValueSource(strings = {"firmitas-api", "firmitas-testkit", "firmitas-cdi", "firmitas-tck"})
  void publicApiIsTheOneWrittenDown(String artifact) throws IOException {
    List<String> actual = PublicSignatures.of(PublishedModule.named(artifact));
    assertThat(actual)
        .as("exports of %s", artifact)
        .anyMatch(line -> line.startsWith("  exports "));

    Path file = SIGNATURES.resolve(artifact + ".txt");
    if (Boolean.getBoolean("firmitas.api.update")) {
      Files.createDirectories(SIGNATURES);
      Files.write(file, actual);
      return;
    }
    List<String> expected = Files.exists(file) ? Files.readAllLines(file) : List.of();
    if (!actual.equals(expected)) {
      fail(
          """
          The public API of %s is not the one in docs/api/%s.txt:

          %s
          If this is on purpose, write it down and say so in CHANGELOG.md, one line for users:
            mvn -pl architecture -am verify -Dfirmitas.api.update=true
          """
              .formatted(artifact, artifact, LineDiff.of(expected, actual)));
    }
  }
}
