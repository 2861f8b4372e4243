package io.firmitas.cdi.internal.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * The part of the configuration that is about policies. Values are looked up once each. Used by one
 * thread.
 */
public final class Configuration {
  private final Config config;
  private final Map<String, Optional<ConfiguredText>> texts = new LinkedHashMap<>();

  /** Reads a configuration. */
  public Configuration(Config config) {
    this.config = config;
  }

  /** The configuration itself. */
  public Config config() {
    return config;
  }

  /** The text of a key. An empty text takes a key back, as MicroProfile Config says. */
  public Optional<ConfiguredText> find(String key) {
    return texts.computeIfAbsent(key, this::read);
  }

  private Optional<ConfiguredText> read(String key) {
    ConfigValue value = config.getConfigValue(key);
    String text = value == null ? null : value.getValue();
    if (text == null || text.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ConfiguredText(
            key, text, String.valueOf(value.getSourceName()), value.getSourceOrdinal()));
  }

  /**
   * The keys about policies that some source has, and environment variables, by the name of their
   * source. Names that a configuration only guesses from environment variables are not among them.
   */
  public Map<String, String> present() {
    Map<String, String> sources = new LinkedHashMap<>();
    Set<String> keys = new TreeSet<>();
    config.getPropertyNames().forEach(keys::add);
    for (ConfigSource source : config.getConfigSources()) {
      for (String name : source.getPropertyNames()) {
        String key = withoutProfile(name);
        boolean isGuess = source.getPropertyNames().contains(Keys.environmentName(name));
        boolean isKey =
            key.startsWith(Keys.PREFIX) && (key.equals(name) || keys.contains(key)) && !isGuess;
        if (isKey || isEnvironmentName(name)) {
          sources.putIfAbsent(
              key, "source " + source.getName() + ", ordinal " + source.getOrdinal());
        }
      }
    }
    return sources;
  }

  /**
   * Keys of a profile count when the profile is on; the configuration then lists them without it.
   */
  private static String withoutProfile(String name) {
    return name.startsWith("%") && name.contains(".")
        ? name.substring(name.indexOf('.') + 1)
        : name;
  }

  private static boolean isEnvironmentName(String name) {
    return name.startsWith(Keys.ENVIRONMENT_PREFIX) && name.equals(name.toUpperCase(Locale.ROOT));
  }
}
