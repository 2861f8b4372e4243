package io.firmitas.cdi.internal.config;

import java.util.Collection;
import java.util.Optional;

/**
 * Finds the text that somebody probably meant: the one with the fewest changed letters, if they are
 * few.
 */
public final class Nearest {
  private Nearest() {}

  /** The nearest candidate; empty when every candidate is farther away than a third of the text. */
  public static Optional<String> to(String text, Collection<String> candidates) {
    String nearest = null;
    int least = Math.max(2, text.length() / 3) + 1;
    for (String candidate : candidates) {
      if (Math.abs(candidate.length() - text.length()) < least) {
        int distance = distance(text, candidate);
        if (distance < least) {
          least = distance;
          nearest = candidate;
        }
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** The message when nothing of a kind has a name. */
  public static String none(String kind, String name, Collection<String> names) {
    return "no "
        + kind
        + " is named \""
        + name
        + "\"; "
        + to(name, names)
            .map(near -> "did you mean \"" + near + "\"?")
            .orElseGet(() -> "the names are " + names);
  }

  /** The edit distance of Levenshtein (1965), one row at a time. */
  static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column <= to.length(); column++) {
        int changed = from.charAt(line - 1) == to.charAt(column - 1) ? diagonal : diagonal + 1;
        diagonal = row[column];
        row[column] = Math.min(changed, Math.min(row[column], row[column - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
