package io.firmitas.cdi.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Values set while the application runs, ordinal 500: stronger than system properties, environment
 * and files.
 *
 * <pre>{@code
 * RuntimeConfigSource.shared().set("firmitas.catalog.circuit-breaker.failure-threshold", "10");
 * registry.reset("catalog"); // policies take values when they are made
 * RuntimeConfigSource.shared().save(path);
 * }</pre>
 *
 * <p>The shared source is part of every configuration that discovers its sources; others can be
 * added to a configuration by hand. Thread-safe.
 */
public final class RuntimeConfigSource implements ConfigSource {
  /** Its ordinal. */
  public static final int ORDINAL = 500;

  private static final RuntimeConfigSource SHARED = new RuntimeConfigSource();

  private final ConcurrentSkipListMap<String, String> values = new ConcurrentSkipListMap<>();

  /** Makes an empty source. */
  public RuntimeConfigSource() {}

  /**
   * The source that configurations discover.
   *
   * @return always the same source
   */
  public static RuntimeConfigSource shared() {
    return SHARED;
  }

  /**
   * Sets a value; it counts from the next reading of the key on.
   *
   * @param key the key, not blank
   * @param value the value
   * @return this source
   */
  public RuntimeConfigSource set(String key, String value) {
    if (key.isBlank()) {
      throw new IllegalArgumentException("key must not be blank but is \"" + key + "\"");
    }
    values.put(key, Objects.requireNonNull(value, "value"));
    return this;
  }

  /**
   * Takes a value back, so that other sources count again.
   *
   * @param key the key
   * @return this source
   */
  public RuntimeConfigSource unset(String key) {
    values.remove(key);
    return this;
  }

  /** Takes all values back. */
  public void clear() {
    values.clear();
  }

  /**
   * Writes the values that were set here, and nothing else, into a properties file in UTF-8. Other
   * lines of an existing file stay as they are: keys, comments and order. The file is replaced in
   * one step, so a reader sees the old or the new one, and a failure leaves the old one.
   *
   * @param path the file; its directory must exist
   * @throws IOException when the file cannot be read or written, or when the existing file has
   *     something that is not understood and would be lost: it is no properties file, or not UTF-8;
   *     nothing has been changed then
   */
  public void save(Path path) throws IOException {
    SortedMap<String, String> set = new TreeMap<>(values);
    PropertiesFile.update(path, set);
  }

  @Override
  public Map<String, String> getProperties() {
    return new TreeMap<>(values);
  }

  @Override
  public Set<String> getPropertyNames() {
    return Set.copyOf(values.keySet());
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
    return "values set at run time";
  }
}
