package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.internal.settings.PolicyKind;
import io.firmitas.cdi.internal.settings.Setting;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The names of configuration keys. */
public final class Keys {
  /** What all keys start with. */
  public static final String PREFIX = "firmitas.";

  /** What the environment variables of all keys start with. */
  public static final String ENVIRONMENT_PREFIX = "FIRMITAS_";

  /** The target whose keys override code. */
  public static final String GLOBAL = "global";

  /** The target whose keys fill what code left unset. */
  public static final String DEFAULTS = "defaults";

  private static final String ORDER = ".order";
  private static final Pattern POLICY_ID = Pattern.compile("[a-z0-9-]+");

  private Keys() {}

  /** The key of a setting; a target that is no plain policy id is quoted. */
  public static String of(String target, PolicyKind kind, Setting<?> setting) {
    String written = isPolicyId(target) ? target : "\"" + target + "\"";
    return PREFIX + written + "." + kind.key() + "." + setting.name();
  }

  /** The key of the order in which the policies of a name are nested. */
  public static String order(String name) {
    return PREFIX + name + ORDER;
  }

  /** A kind of policy as it is written in keys. */
  public static String word(io.firmitas.registry.PolicyKind kind) {
    return PolicyKind.valueOf(kind.name()).key();
  }

  /** The name in a key about an order; empty when the key is about something else. */
  public static Optional<String> nameInOrder(String key) {
    if (!key.startsWith(PREFIX) || !key.endsWith(ORDER)) {
      return Optional.empty();
    }
    String name =
        key.substring(PREFIX.length(), Math.max(PREFIX.length(), key.length() - ORDER.length()));
    return Optional.of(name).filter(Keys::isPolicyId);
  }

  /** Whether a text can be the name of a policy. */
  public static boolean isPolicyId(String text) {
    return POLICY_ID.matcher(text).matches();
  }

  /**
   * The environment variable of a key, as MicroProfile Config maps it: other than letters and
   * digits become underscores.
   */
  public static String environmentName(String key) {
    return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }
}
