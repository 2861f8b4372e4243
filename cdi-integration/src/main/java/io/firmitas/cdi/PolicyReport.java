package io.firmitas.cdi;

import java.util.List;
import java.util.Optional;

/**
 * The effective configuration of all guarded methods and names, each value with its origin:
 * {@code @Inject PolicyReport report;}. The same text is logged at start with {@code
 * firmitas.report=debug}. Immutable.
 *
 * @param methods the guarded methods
 * @param names the policies with a name
 */
public record PolicyReport(List<Method> methods, List<Name> names) {
  /**
   * Copies the lists.
   *
   * @param methods the guarded methods
   * @param names the policies with a name
   */
  public PolicyReport {
    methods = List.copyOf(methods);
    names = List.copyOf(names);
  }

  /**
   * The policies of a name.
   *
   * @param name the name
   * @return what the report has about it; empty when nobody uses the name
   */
  public Optional<Name> name(String name) {
    return names.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /**
   * A guarded method.
   *
   * @param method the class, the method and its parameter types, as in keys
   * @param policies its policies, the outermost first
   */
  public record Method(String method, List<Part> policies) {
    /**
     * Copies the list.
     *
     * @param method the method
     * @param policies its policies
     */
    public Method {
      policies = List.copyOf(policies);
    }
  }

  /**
   * A name and its policies.
   *
   * @param name the name
   * @param policies its policies, the outermost first; empty when a bean of the application is the
   *     policy
   * @param places where the name is used; more than one place share what the name means
   */
  public record Name(String name, List<Part> policies, List<String> places) {
    /**
     * Copies the lists.
     *
     * @param name the name
     * @param policies its policies
     * @param places where the name is used
     */
    public Name {
      policies = List.copyOf(policies);
      places = List.copyOf(places);
    }
  }

  /**
   * One policy.
   *
   * @param kind {@code fallback}, {@code retry}, {@code circuit-breaker}, {@code sources}, {@code
   *     timeout}; {@code guarded} for what {@link Guarded} names
   * @param name its name in events and messages
   * @param enabled whether it is there at all
   * @param values its settings, those with a built-in value included
   */
  public record Part(String kind, String name, boolean enabled, List<Value> values) {
    /**
     * Copies the list.
     *
     * @param kind the kind
     * @param name the name
     * @param enabled whether it is there at all
     * @param values its settings
     */
    public Part {
      values = List.copyOf(values);
    }

    /**
     * The value of a setting.
     *
     * @param setting the setting, as in keys: {@code max-attempts}
     * @return the value as it is written in keys; empty when it has neither a value nor a default
     */
    public Optional<String> value(String setting) {
      return values.stream()
          .filter(each -> each.setting().equals(setting))
          .map(Value::value)
          .findFirst();
    }
  }

  /**
   * A setting with its value.
   *
   * @param setting the setting, as in keys
   * @param value the value, as in keys
   * @param origin the annotation, or the key with its source and ordinal, that gave the value;
   *     {@code built in} when nothing did
   */
  public record Value(String setting, String value, String origin) {}

  /**
   * The report as lines of text.
   *
   * @return the lines
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Method each : methods) {
      text.append(each.method()).append(System.lineSeparator());
      each.policies().forEach(part -> append(part, text));
    }
    for (Name each : names) {
      text.append("\"").append(each.name()).append("\", used by ");
      text.append(String.join(" and ", each.places())).append(System.lineSeparator());
      each.policies().forEach(part -> append(part, text));
    }
    return text.toString();
  }

  private static void append(Part part, StringBuilder text) {
    text.append("  ").append(part.kind()).append(" \"").append(part.name()).append('"');
    text.append(part.enabled() ? "" : ", switched off").append(System.lineSeparator());
    for (Value value : part.values()) {
      text.append("    ").append(value.setting()).append(" = ").append(value.value());
      text.append("  <- ").append(value.origin()).append(System.lineSeparator());
    }
  }
}
