package io.firmitas.cdi.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserFileConfigSourceTest {
  private static final String THRESHOLD = "firmitas.defaults.circuit-breaker.failure-threshold";

  @TempDir Path directory;

  private Map<String, String> read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("user"), text);
    return new UserFileConfigSource(file).getProperties();
  }

  @Test
  @DisplayName("CF-03 C33: properties, ordinal 250, only our own keys")
  void readsProperties() throws IOException {
    assertThat(read(THRESHOLD + "=10\nother=1\n# comment\n")).isEqualTo(Map.of(THRESHOLD, "10"));
    UserFileConfigSource source = new UserFileConfigSource(directory.resolve("user"));
    assertThat(source.getOrdinal()).isEqualTo(250);
    assertThat(source.getValue(THRESHOLD)).isEqualTo("10");
    assertThat(source.getPropertyNames()).containsExactly(THRESHOLD);
    assertThat(source.getName()).contains("user");
  }

  @Test
  @DisplayName("CF-03 G12 E45: a JSON object, flat or nested, lists and escapes included")
  void readsJson() throws IOException {
    assertThat(
            read(
                """
                {
                  "firmitas.defaults.circuit-breaker.failure-threshold": 10,
                  "firmitas": {
                    "defaults": {"retry": {"jitter": "none", "multiplier": 1.5e0, "x": null}},
                    "cdn": {"retry": {"retry-on": ["a.B", "c,d"], "wrap-exhausted": true}},
                    "empty": {}, "none": []
                  },
                  "firmitas.text": "\\u00fc\\n\\"\\\\\\/",
                  "other": -1
                }
                """))
        .isEqualTo(
            Map.of(
                THRESHOLD,
                "10",
                "firmitas.defaults.retry.jitter",
                "none",
                "firmitas.defaults.retry.multiplier",
                "1.5e0",
                "firmitas.cdn.retry.retry-on",
                "a.B,c\\,d",
                "firmitas.cdn.retry.wrap-exhausted",
                "true",
                "firmitas.none",
                "",
                "firmitas.text",
                "ü\n\"\\/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{}x",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":01}",
        "{\"a\":tru}",
        "{\"a\":1,}",
        "{\"a\":[1,]}",
        "{\"a\":[null]}",
        "{\"a\":[[1]]}",
        "{\"a\":\"x}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":1,\"a\":2}",
        "{a:1}",
        "[1]",
        "{\"a\":\"\n\"}",
        "a=\\u12"
      })
  @DisplayName("CF-04: a file that cannot be read is an error that names it, never an empty source")
  void refusesWhatItCannotRead(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(directory.resolve("user").toString());
  }

  @Test
  @DisplayName("CF-04: objects nested without end are refused, not a stack overflow")
  void refusesEndlessNesting() {
    assertThatThrownBy(() -> read("{\"a\":".repeat(100_000)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @DisplayName("CF-03: no file is an empty source")
  void noFile() {
    assertThat(new UserFileConfigSource(directory.resolve("none")).getProperties()).isEmpty();
    assertThat(new UserFileConfigSource(null).getProperties()).isEmpty();
  }

  @Test
  @DisplayName("CF-03: found in the home directory, properties before JSON, or by system property")
  void findsTheFile() throws IOException {
    String home = System.getProperty("user.home");
    try {
      System.setProperty("user.home", directory.toString());
      assertThat(new UserFileConfigSource().getProperties()).isEmpty();
      Files.writeString(directory.resolve(".firmitas.json"), "{\"firmitas.a\": 1}");
      assertThat(new UserFileConfigSource().getValue("firmitas.a")).isEqualTo("1");
      Files.writeString(directory.resolve(".firmitas.properties"), "firmitas.a=2");
      assertThat(new UserFileConfigSource().getValue("firmitas.a")).isEqualTo("2");

      Path named = Files.writeString(directory.resolve("named"), "firmitas.a=3");
      System.setProperty(UserFileConfigSource.FILE_PROPERTY, named.toString());
      assertThat(new UserFileConfigSource().getValue("firmitas.a")).isEqualTo("3");
      System.setProperty(UserFileConfigSource.FILE_PROPERTY, "");
      assertThat(new UserFileConfigSource().getProperties()).isEmpty();
    } finally {
      System.setProperty("user.home", home);
      System.clearProperty(UserFileConfigSource.FILE_PROPERTY);
    }
  }
}
