package io.firmitas.cdi.internal.config;

import java.util.Optional;

/**
 * A key taken apart.
 *
 * @param target the target without quotes
 * @param policy the kind of policy, as written
 * @param setting the setting, as written
 */
public record KeyParts(String target, String policy, String setting) {
  /** Takes a key apart; empty when it has another form. */
  public static Optional<KeyParts> of(String key) {
    String rest = key.substring(Keys.PREFIX.length());
    boolean quoted = rest.startsWith("\"");
    int end = quoted ? rest.indexOf('"', 1) : rest.indexOf('.');
    int dot = quoted ? end + 1 : end;
    if (end < 0 || dot >= rest.length() || rest.charAt(dot) != '.') {
      return Optional.empty();
    }
    String tail = rest.substring(dot + 1);
    int split = tail.indexOf('.');
    if (split < 0 || tail.indexOf('.', split + 1) >= 0) {
      return Optional.empty();
    }
    String target = rest.substring(quoted ? 1 : 0, end);
    return Optional.of(new KeyParts(target, tail.substring(0, split), tail.substring(split + 1)));
  }
}
