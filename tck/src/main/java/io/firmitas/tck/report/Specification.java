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

/** The rules of {@code docs/spec.md}, as packed into this kit. Immutable. */
public final class Specification {
  /** A rule begins a list item and goes on to the next item, heading or empty line. */
  private static final Pattern RULE =
      Pattern.compile(
          "^- \\*\\*([A-Z]+-\\d{2})\\*\\* (.+?)(?=\\n- |\\n\\n|\\n#|\\z)",
          Pattern.MULTILINE | Pattern.DOTALL);

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
    try (InputStream text = Specification.class.getResourceAsStream("spec.md")) {
      if (text == null) {
        throw new IllegalStateException("spec.md is missing from the conformance kit");
      }
      return parse(new String(text.readAllBytes(), StandardCharsets.UTF_8));
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
