package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.internal.settings.About;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** The keys that belong to no target. */
public enum GeneralKey {
  /** The priority of the interceptor. */
  INTERCEPTOR_PRIORITY(
      "interceptor-priority",
      "whole number",
      new About("150", "less than 200 is outside transactions", "the priority of the interceptor")),

  /** What happens with keys that lead nowhere. */
  UNKNOWN_KEYS(
      "unknown-keys",
      "one of fail, warn",
      new About("fail", "", "what happens with keys that lead nowhere")),

  /** What happens with calls that a bean makes on itself. */
  SELF_INVOCATION(
      "self-invocation",
      "one of off, warn, fail",
      new About(
          "warn", "", "what happens with calls of a bean on itself, which pass its policies by")),

  /** What is written to the log when the application starts. */
  REPORT(
      "report",
      "one of off, summary, debug",
      new About(
          "summary",
          "",
          "what the log tells at start: nothing, one line, or all settings with their origins"));

  private final String key;
  private final String type;

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts
  private final About about;

  GeneralKey(String name, String type, About about) {
    key = Keys.PREFIX + name;
    this.type = type;
    this.about = about;
  }

  public String key() {
    return key;
  }

  /** The type in a few words. */
  public String type() {
    return type;
  }

  /** What the reference says. */
  public About about() {
    return about;
  }

  /** The names of all of them. */
  public static Set<String> keys() {
    return Arrays.stream(values()).map(GeneralKey::key).collect(Collectors.toUnmodifiableSet());
  }
}
