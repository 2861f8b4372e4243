package io.firmitas.cdi.internal.settings;

import io.firmitas.cdi.internal.config.GeneralKey;
import java.util.ArrayList;
import java.util.List;

/** The page of the documentation with all keys. */
final class KeyReference {
  private static final String HEADER =
      """
      # Configuration keys

      All keys, as the code knows them; this page is generated. How targets, precedence and values work is in \
      [cdi.md](cdi.md#keys).

      A key is `firmitas.<target>.<policy>.<setting>`. A target is `"<class>/<method>(<parameter types>)"`, \
      `"<class>/<method>"`, `"<class>"`, a name, `global` or `defaults`.

      A duration carries its unit: `500ms`, `5s`, `2m`, `1h`, `1d`, `250us`, `10ns`, `1.5s` or `PT1.5S`; a bare whole \
      number is seconds. Settings are members of the annotation, written with hyphens; `enabled` is in keys only.
      """;

  private KeyReference() {}

  static List<String> page() {
    List<String> lines = new ArrayList<>(HEADER.lines().toList());
    for (PolicyKind kind : PolicyKind.values()) {
      lines.addAll(
          List.of(
              "",
              "## " + kind.annotationName(),
              "",
              "| key | type | default | allowed | what it is |",
              "|---|---|---|---|---|"));
      for (Setting<?> setting : kind.settings()) {
        lines.add(
            row(kind.key() + "." + setting.name(), setting.type().description(), setting.about()));
      }
    }
    lines.addAll(
        List.of(
            "",
            "## Keys without a policy",
            "",
            "| key | type | default | allowed | what it is |",
            "|---|---|---|---|---|"));
    for (GeneralKey general : GeneralKey.values()) {
      lines.add(row(general.key(), general.type(), general.about()));
    }
    lines.add(
        row(
            "firmitas.<name>.order",
            "policies separated by commas",
            new About(
                "retry, circuit-breaker, timeout",
                "every policy of the name once",
                "how the policies of a name are nested, the first one outermost")));
    return lines;
  }

  private static String row(String key, String type, About about) {
    String defaultText = about.defaultText().isEmpty() ? "" : "`" + about.defaultText() + "`";
    return "| `"
        + key
        + "` | "
        + type
        + " | "
        + defaultText
        + " | "
        + about.range()
        + " | "
        + about.meaning()
        + " |";
  }
}
