package io.firmitas.cdi.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * A file of the user, ordinal 250: stronger than files in the application, weaker than environment
 * and system properties.
 *
 * <p>By default {@code .firmitas.properties} in the home directory, or, when there is none, {@code
 * .firmitas.json}; the system property {@code io.firmitas.user-file} names another file, an empty
 * text none. A properties file is read in UTF-8. A JSON file holds one object: names of nested
 * objects are joined with dots, and arrays of single values are lists. Only keys that begin with
 * {@code firmitas.} are taken.
 *
 * <p>The file is read once, when the source is made. A file that is not there is an empty source; a
 * file that cannot be read is an error, since its settings would be lost without a word.
 *
 * <p>Found by configurations that discover their sources. Immutable and thread-safe.
 */
public final class UserFileConfigSource implements ConfigSource {
  /** Its ordinal. */
  public static final int ORDINAL = 250;

  /** The system property that names the file. */
  public static final String FILE_PROPERTY = "io.firmitas.user-file";

  private static final String PREFIX = "firmitas.";

  private final String name;
  private final Map<String, String> values;

  /**
   * Reads the file in the home directory. Configurations call it.
   *
   * @throws IllegalStateException when there is a file that cannot be read
   */
  public UserFileConfigSource() {
    this(defaultFile());
  }

  /**
   * Reads a file.
   *
   * @param file the file; JSON when it begins with a brace, else properties; {@code null} means
   *     none
   * @throws IllegalStateException when the file is there and cannot be read
   */
  public UserFileConfigSource(@Nullable Path file) {
    this.name = "user file " + file;
    this.values = file == null || !Files.exists(file) ? Map.of() : read(file);
  }

  private static @Nullable Path defaultFile() {
    String named = System.getProperty(FILE_PROPERTY);
    if (named != null) {
      return named.isBlank() ? null : Path.of(named);
    }
    String home = System.getProperty("user.home");
    if (home == null || home.isBlank()) {
      return null;
    }
    Path properties = Path.of(home, ".firmitas.properties");
    return Files.exists(properties) ? properties : Path.of(home, ".firmitas.json");
  }

  private static Map<String, String> read(Path file) {
    Map<String, String> ours = new LinkedHashMap<>();
    entriesOf(file)
        .forEach(
            (key, value) -> {
              if (key.startsWith(PREFIX)) {
                ours.put(key, value);
              }
            });
    return Map.copyOf(ours);
  }

  /** All entries of a file, for sources that look at other keys. */
  static Map<String, String> entriesOf(Path file) {
    try {
      String text = PropertiesFile.textOf(file);
      return JsonObject.isLike(text) ? JsonObject.read(text) : PropertiesFile.read(file);
    } catch (IOException unreadable) {
      throw new IllegalStateException(
          "the configuration file "
              + file
              + " cannot be read: "
              + unreadable.getMessage()
              + "; repair or remove it, or name another one in the system property "
              + FILE_PROPERTY,
          unreadable);
    }
  }

  @Override
  public Map<String, String> getProperties() {
    return values;
  }

  @Override
  public Set<String> getPropertyNames() {
    return values.keySet();
  }

  @Override
  public int getOrdinal() {
    return ORDINAL;
  }

  @Override
  public @Nullable String getValue(String propertyName) {
    return values.get(propertyName);
  }

  @Override
  public String getName() {
    return name;
  }
}
