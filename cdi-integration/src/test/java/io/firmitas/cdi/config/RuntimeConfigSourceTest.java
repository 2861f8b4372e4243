package io.firmitas.cdi.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeConfigSourceTest {
  private static final String THRESHOLD = "firmitas.cdn.circuit-breaker.failure-threshold";

  private final RuntimeConfigSource source = new RuntimeConfigSource();

  @TempDir Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("saved.properties"), text);
  }

  private static Config reading(Path file) {
    return new SmallRyeConfigBuilder().withSources(new UserFileConfigSource(file)).build();
  }

  private void assertNothingLeftBehind(int files) throws IOException {
    try (var all = Files.list(directory)) {
      assertThat(all).hasSize(files);
    }
  }

  @Test
  @DisplayName("CF-05 T176 G8 G9: a value that was set is there at once, above all other sources")
  void setCountsAtOnce() {
    Config config =
        new SmallRyeConfigBuilder()
            .withSources(source)
            .withDefaultValue(THRESHOLD, "5")
            .addSystemSources()
            .build();
    assertThat(config.getValue(THRESHOLD, Integer.class)).isEqualTo(5);

    source.set(THRESHOLD, "10");
    assertThat(config.getValue(THRESHOLD, Integer.class)).isEqualTo(10);
    assertThat(config.getConfigValue(THRESHOLD).getSourceOrdinal()).isEqualTo(500);

    source.unset(THRESHOLD);
    assertThat(config.getValue(THRESHOLD, Integer.class)).isEqualTo(5);
    assertThatThrownBy(() -> source.set(" ", "x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> source.set("x", null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  @DisplayName("CF-05: the shared source is discovered, as is the file of the user")
  void sharedSourceIsDiscovered() {
    Config config = new SmallRyeConfigBuilder().addDiscoveredSources().build();
    try {
      RuntimeConfigSource.shared().set(THRESHOLD, "7");
      assertThat(config.getValue(THRESHOLD, Integer.class)).isEqualTo(7);
    } finally {
      RuntimeConfigSource.shared().clear();
    }
    assertThat(config.getConfigSources()).anyMatch(each -> each.getOrdinal() == 250);
  }

  @Test
  @DisplayName("CF-06 T183 U10: save, then a new configuration reads the same values")
  void savedValuesAreReadAgain() throws IOException {
    Path file = directory.resolve("new.properties");
    source
        .set(THRESHOLD, "10")
        .set("firmitas.\"org.example.Client/load\".retry.delay", " 1 s: #=! \\ ")
        .set("firmitas.defaults.retry.name", "Grüße\n\t☃");

    source.save(file);

    Config config = reading(file);
    source
        .getProperties()
        .forEach(
            (key, value) -> assertThat(config.getConfigValue(key).getRawValue()).isEqualTo(value));
    assertThat(Files.readString(file)).matches("\\p{ASCII}+");
    assertNothingLeftBehind(1);
  }

  @Test
  @DisplayName("CF-06 V13 C33: save writes what was set and nothing else; all other lines stay")
  void saveKeepsAllOtherLines() throws IOException {
    Path file =
        file(
            "# mine\n\n! also\nfirmitas.a.retry.delay : 1s\nother=1\\\n  2\n"
                + THRESHOLD
                + " = 5\nlast=\n");
    source.set(THRESHOLD, "10").set("firmitas.new.retry.delay", "2s");

    source.save(file);

    assertThat(Files.readString(file))
        .isEqualTo(
            "# mine\n\n! also\nfirmitas.a.retry.delay : 1s\nother=1\\\n  2\n"
                + THRESHOLD
                + "=10\nlast=\nfirmitas.new.retry.delay=2s\n");
    source.save(file);
    assertThat(Files.readString(file)).as("saved twice").contains(THRESHOLD + "=10\n");
  }

  @Test
  @DisplayName("CF-06: of a key that is there twice the one that counts is changed")
  void saveChangesTheEntryThatCounts() throws IOException {
    Path file = file("a=1\na=2\n");
    source.set("a", "3").save(file);

    assertThat(Files.readString(file)).isEqualTo("a=1\na=3\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"firmitas.x\": 1}", "[1]", "a=\\u12\n", "word\n", "a=1\\"})
  @DisplayName("CF-07 C33: what is not understood is not lost: save refuses, the file stays")
  void saveRefusesToLoseAnything(String text) throws IOException {
    Path file = file(text);
    source.set(THRESHOLD, "10");

    String before = Files.readString(file);
    assertThatThrownBy(() -> source.save(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("left as it is");

    assertThat(Files.readString(file)).isEqualTo(before);
    assertNothingLeftBehind(1);
  }

  @Test
  @DisplayName("CF-07: a file that is not UTF-8 is refused")
  void saveRefusesOtherEncodings() throws IOException {
    Path file =
        Files.write(directory.resolve("latin"), "a=ü".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> source.set("a", "b").save(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  @DisplayName("CF-07 V13: a failure throws and leaves the old file and no other")
  void failureThrows() throws IOException {
    Path missing = directory.resolve("missing").resolve("file.properties");
    assertThatThrownBy(() -> source.set("a", "b").save(missing)).isInstanceOf(IOException.class);

    Path target = Files.createDirectory(directory.resolve("directory"));
    assertThatThrownBy(() -> source.save(target)).isInstanceOf(IOException.class);
    assertNothingLeftBehind(1);
  }

  @Test
  @DisplayName("CF-06: permissions and links stay")
  void keepsPermissionsAndLinks() throws IOException {
    Path file = file("a=1\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);

    source.set("a", "2").save(link);

    assertThat(link).isSymbolicLink();
    assertThat(Files.readAllLines(file)).isEqualTo(List.of("a=2"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r--r--");
  }
}
