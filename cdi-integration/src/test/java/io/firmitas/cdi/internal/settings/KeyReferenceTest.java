package io.firmitas.cdi.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.cdi.internal.config.GeneralKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "keys.md");
  private static final Path METADATA =
      Path.of("src", "main", "resources", "META-INF", "spring-configuration-metadata.json");

  private static void check(Path file, List<String> wanted) throws IOException {
    if (Boolean.getBoolean("firmitas.keys.update")) {
      Files.write(file, wanted);
    }
    assertThat(Files.readAllLines(file))
        .as(
            "generated from the settings; to update:"
                + " mvn -pl cdi-integration -am test -Dtest=KeyReferenceTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dfirmitas.keys.update=true")
        .isEqualTo(wanted);
  }

  @Test
  @DisplayName("CDI-40: docs/keys.md lists every key with type, default, range and meaning")
  void page() throws IOException {
    check(PAGE, KeyReference.page());
  }

  @Test
  @DisplayName("CDI-40: editors are told of the same keys")
  void metadata() throws IOException {
    check(METADATA, EditorMetadata.file());
    assertThat(Files.readString(METADATA))
        .contains("\"name\": \"firmitas.defaults.retry.max-attempts\"")
        .contains("\"name\": \"" + GeneralKey.UNKNOWN_KEYS.key() + "\"");
  }

  @ParameterizedTest
  @DisplayName("CDI-40: a default in the reference is a value of its type")
  @EnumSource(PolicyKind.class)
  void defaults(PolicyKind kind) throws BadValueException {
    for (Setting<?> setting : kind.settings()) {
      String text = setting.about().defaultText();
      if (!text.isEmpty()) {
        assertThat(setting.type().parse(text, getClass().getClassLoader())).isNotNull();
      }
      assertThat(setting.about().meaning()).as(setting.name()).isNotBlank();
    }
  }
}
