package io.firmitas.cdi.internal.settings;

import io.firmitas.cdi.internal.config.GeneralKey;
import io.firmitas.cdi.internal.config.Keys;
import java.util.ArrayList;
import java.util.List;

/**
 * What editors show and complete in configuration files, in the format of Spring's configuration
 * metadata, which they read from any jar. It has the keys whose names are fixed: targets {@code
 * global} and {@code defaults}, and those without a target.
 */
final class EditorMetadata {
  private EditorMetadata() {}

  static List<String> file() {
    List<String> properties = new ArrayList<>();
    for (GeneralKey general : GeneralKey.values()) {
      properties.add(property(general.key(), general.type(), general.about()));
    }
    for (String target : List.of(Keys.DEFAULTS, Keys.GLOBAL)) {
      for (PolicyKind kind : PolicyKind.values()) {
        for (Setting<?> setting : kind.settings()) {
          String key = Keys.of(target, kind, setting);
          properties.add(property(key, setting.type().description(), setting.about()));
        }
      }
    }
    List<String> lines = new ArrayList<>(List.of("{", "  \"properties\": ["));
    for (int index = 0; index < properties.size(); index++) {
      lines.add("    " + properties.get(index) + (index < properties.size() - 1 ? "," : ""));
    }
    lines.addAll(List.of("  ]", "}"));
    return lines;
  }

  private static String property(String key, String type, About about) {
    String range = about.range().isEmpty() ? "" : " (" + about.range() + ")";
    String description = about.meaning() + range + "; " + type;
    String value =
        about.defaultText().isEmpty() ? "" : ", \"defaultValue\": " + quoted(about.defaultText());
    return "{\"name\": "
        + quoted(key)
        + ", \"type\": "
        + quoted(javaType(type))
        + ", \"description\": "
        + quoted(description)
        + value
        + "}";
  }

  /** The Java type whose values editors complete and check most like ours. */
  private static String javaType(String type) {
    return switch (type) {
      case "whole number" -> "java.lang.Integer";
      case "decimal number" -> "java.lang.Double";
      case "duration" -> "java.time.Duration";
      case "true or false" -> "java.lang.Boolean";
      default -> "java.lang.String";
    };
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
