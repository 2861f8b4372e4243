package io.firmitas.cdi.config;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * The names by which tif1 was configured, as defaults of all policies: {@code
 * TIF1_CIRCUIT_BREAKER_THRESHOLD=10} counts like {@code
 * firmitas.defaults.circuit-breaker.failure-threshold=10}. The migration page lists all names.
 *
 * <p>Not discovered: add it to a configuration by hand, or name it in {@code
 * META-INF/services/org.eclipse.microprofile.config.spi.ConfigSource}. Read once, when it is made.
 * Immutable and thread-safe.
 */
public final class Tif1ConfigSource implements ConfigSource {
  /** The ordinal of environment names: just below the environment itself. */
  public static final int ENVIRONMENT_ORDINAL = 295;

  /** The ordinal of the file: just below {@link UserFileConfigSource}. */
  public static final int FILE_ORDINAL = 245;

  private static final String ENVIRONMENT_PREFIX = "TIF1_";
  private static final String BREAKER = "firmitas.defaults.circuit-breaker.";
  private static final String RETRY = "firmitas.defaults.retry.";
  private static final Set<String> TRUE = Set.of("true", "1", "yes", "on");
  private static final Set<String> FALSE = Set.of("false", "0", "no", "off");

  private final String name;
  private final int ordinal;
  private final Map<String, String> values;

  /** Reads the environment variables that begin with {@code TIF1_}. */
  public Tif1ConfigSource() {
    this("tif1 names in the environment", ENVIRONMENT_ORDINAL, inEnvironment(System.getenv()));
  }

  private Tif1ConfigSource(String name, int ordinal, Map<String, String> old) {
    this.name = name;
    this.ordinal = ordinal;
    this.values = Map.copyOf(translate(old));
  }

  /**
   * Takes the variables that begin with {@code TIF1_} from an environment.
   *
   * @param environment the variables
   * @return a source with ordinal 295
   */
  public static Tif1ConfigSource ofEnvironment(Map<String, String> environment) {
    return new Tif1ConfigSource(
        "tif1 names in the environment", ENVIRONMENT_ORDINAL, inEnvironment(environment));
  }

  /**
   * Reads a file of tif1, usually {@code ~/.tif1rc}: a JSON object.
   *
   * @param file the file; an empty source when it is not there
   * @return a source with ordinal 245
   * @throws IllegalStateException when the file is there and cannot be read
   */
  public static Tif1ConfigSource ofFile(Path file) {
    Map<String, String> old = Files.exists(file) ? UserFileConfigSource.entriesOf(file) : Map.of();
    return new Tif1ConfigSource("tif1 file " + file, FILE_ORDINAL, old);
  }

  private static Map<String, String> inEnvironment(Map<String, String> environment) {
    Map<String, String> old = new HashMap<>();
    environment.forEach(
        (variable, value) -> {
          if (variable.startsWith(ENVIRONMENT_PREFIX)) {
            String key = variable.substring(ENVIRONMENT_PREFIX.length());
            old.put(key.toLowerCase(Locale.ROOT), value);
          }
        });
    return old;
  }

  private static Map<String, String> translate(Map<String, String> old) {
    Map<String, String> values = new TreeMap<>();
    put(values, BREAKER + "failure-threshold", old.get("circuit_breaker_threshold"));
    put(values, BREAKER + "open-time", seconds(old.get("circuit_breaker_timeout")));
    put(values, RETRY + "max-attempts", attempts(old.get("max_retries")));
    put(values, RETRY + "multiplier", old.get("retry_backoff_factor"));
    put(values, RETRY + "max-delay", seconds(old.get("max_retry_delay")));
    translateJitter(old, values);
    return values;
  }

  private static void translateJitter(Map<String, String> old, Map<String, String> values) {
    String jitter = old.get("retry_jitter");
    String most = old.get("retry_jitter_max");
    String word = jitter == null ? "" : jitter.strip().toLowerCase(Locale.ROOT);
    if (FALSE.contains(word)) {
      values.put(RETRY + "jitter", "none");
    } else if (most != null && !isZero(most)) {
      values.put(RETRY + "jitter", "additive");
      put(values, RETRY + "jitter-amount", seconds(most));
    } else if (TRUE.contains(word)) {
      values.put(RETRY + "jitter", "proportional");
      values.put(RETRY + "jitter-factor", "0.5");
    } else {
      put(values, RETRY + "jitter", jitter);
    }
  }

  private static void put(Map<String, String> values, String key, @Nullable String value) {
    if (value != null) {
      values.put(key, value);
    }
  }

  /** A number of seconds; what is no number is left for whoever reads the value to complain. */
  private static @Nullable String seconds(@Nullable String value) {
    BigDecimal number = number(value);
    return number == null ? value : number.toPlainString() + "s";
  }

  /** The old name says retries but counted attempts; none meant one attempt. */
  private static @Nullable String attempts(@Nullable String value) {
    return value != null && isZero(value) ? "1" : value;
  }

  private static boolean isZero(String value) {
    BigDecimal number = number(value);
    return number != null && number.signum() == 0;
  }

  private static @Nullable BigDecimal number(@Nullable String value) {
    try {
      return value == null ? null : new BigDecimal(value.strip());
    } catch (NumberFormatException other) {
      return null;
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
    return ordinal;
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
