package io.firmitas.cdi.internal.settings;

import java.util.ArrayList;
import java.util.List;

/** In which order the policies of a name are nested: {@code timeout, retry, circuit-breaker}. */
public final class NestingOrder {
  private NestingOrder() {}

  /**
   * Reads kinds separated by commas.
   *
   * @param text the text
   * @return the kinds, the outermost first
   * @throws BadValueException when there is another word, or one twice
   */
  public static List<PolicyKind> parse(String text) throws BadValueException {
    List<PolicyKind> kinds = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      PolicyKind kind = kind(word.trim());
      if (kinds.contains(kind)) {
        throw new BadValueException(
            "\"" + text + "\" names " + kind.key() + " twice", "name each policy once");
      }
      kinds.add(kind);
    }
    return List.copyOf(kinds);
  }

  private static PolicyKind kind(String word) throws BadValueException {
    PolicyKind kind = PolicyKind.withKey(word).orElse(null);
    if (kind == PolicyKind.FALLBACK) {
      throw new BadValueException(
          "a fallback has no place in the order of a name, since it belongs to one method",
          "put @Fallback beside @Guarded, where it is always outermost");
    }
    if (kind == PolicyKind.SOURCES) {
      throw new BadValueException(
          "sources have no place in the order of a name, since they choose a parameter of a method",
          "put @FromSources beside @Guarded, where it is always outside");
    }
    if (kind == null) {
      throw new BadValueException(
          "there is no policy \"" + word + "\"",
          "write retry, circuit-breaker and timeout in any order, the outermost first");
    }
    return kind;
  }
}
