package io.firmitas.cdi.internal.settings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A setting of a kind of policy.
 *
 * @param name its name in configuration keys, in kebab case
 * @param member the annotation member, or {@code null} when it can be configured only
 * @param type its type
 * @param alternatives settings with the same text here exclude each other: the one with the
 *     stronger source wins
 * @param about what the reference says about it
 * @param <V> its values
 */
public record Setting<V>(
    String name,
    @Nullable String member,
    ValueType<V> type,
    @Nullable String alternatives,
    About about) {
  /** Whether the policy is there at all; every kind has it, and no annotation. */
  public static final Setting<Boolean> ENABLED =
      new Setting<>(
          "enabled",
          null,
          ValueTypes.BOOLEAN,
          null,
          About.of("true", "", "whether the policy is there at all"));

  static <V> Setting<V> of(String member, ValueType<V> type, About about) {
    return new Setting<>(kebab(member), member, type, null, about);
  }

  static <V> Setting<V> oneOf(String alternatives, String member, ValueType<V> type, About about) {
    return new Setting<>(kebab(member), member, type, alternatives, about);
  }

  private static String kebab(String camel) {
    return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
