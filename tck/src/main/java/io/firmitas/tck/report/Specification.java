package io.firmitas.tck.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules of {@code docs/spec.md}, and those about sources of {@code docs/spec-sources.md}, as
 * packed into this kit. Immutable.
 */
public final class Specification {
  /** A rule begins a list item and goes on to the next item, heading or empty line. */
  private static final Pattern RULE =
      Pattern.compile(
          "^- \\*\\*([A-Z]+-\\d{2})\\*\\* (.+?)(?=\\n- |\\n\\n|\\n#|\\z)",
          Pattern.MULTILINE | Pattern.DOTALL);

  /** The other groups of that document are not about a provider. */
  private static final String SOURCES = "SR-";

  private final Map<String, String> rules;

  private Specification(Map<String, String> rules) {
    this.rules = Collections.unmodifiableMap(rules);
  }

  /**
   * The specification that this kit tests.
   *
   * @return its rules
   */
  public static Specification current() {
    Map<String, String> rules = new TreeMap<>(parse(packed("spec.md")).rules);
    parse(packed("spec-sources.md"))
        .rules
        .forEach(
            (id, rule) -> {
              if (id.startsWith(SOURCES)) {
                rules.put(id, rule);
              }
            });
    return new Specification(rules);
  }

  private static String packed(String file) {
    try (InputStream text = Specification.class.getResourceAsStream(file)) {
      if (text == null) {
        throw new IllegalStateException(file + " is missing from the conformance kit");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Reads rules from text.
   *
   * @param text a specification in the form of {@code docs/spec.md}
   * @return its rules
   * @throws IllegalArgumentException when an id is used twice
   */
  public static Specification parse(String text) {
    Map<String, String> rules = new TreeMap<>();
    Matcher matcher = RULE.matcher(text);
    while (matcher.find()) {
      String rule = matcher.group(2).replaceAll("\\s+", " ").strip();
      if (rules.put(matcher.group(1), rule) != null) {
        throw new IllegalArgumentException("rule " + matcher.group(1) + " is given twice");
      }
    }
    return new Specification(rules);
  }

  /**
   * The rules.
   *
   * @return the text of each rule under its id, in the order of the ids
   */
  public Map<String, String> rules() {
    return rules;
  }
}
