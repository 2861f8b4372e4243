package io.firmitas.architecture;

import java.util.List;

/** The lines that went and came, each under the class it belongs to. */
final class LineDiff {

  private LineDiff() {}

  static String of(List<String> before, List<String> after) {
    int[][] common = longestCommonSuffixes(before, after);
    StringBuilder diff = new StringBuilder();
    String section = "";
    String shown = "";
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      boolean same = i < before.size() && j < after.size() && before.get(i).equals(after.get(j));
      boolean gone =
          !same && i < before.size() && (j == after.size() || common[i + 1][j] >= common[i][j + 1]);
      String line = gone || same ? before.get(i) : after.get(j);
      if (line.endsWith("{")) {
        section = line;
      }
      if (!same && !line.isEmpty()) {
        if (!section.equals(shown) && !section.equals(line)) {
          diff.append("  ").append(section).append('\n');
        }
        shown = section;
        diff.append(gone ? "- " : "+ ").append(line).append('\n');
      }
      i += same || gone ? 1 : 0;
      j += gone ? 0 : 1;
    }
    return diff.toString();
  }

  private static int[][] longestCommonSuffixes(List<String> before, List<String> after) {
    int[][] length = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        length[i][j] =
            before.get(i).equals(after.get(j))
                ? length[i + 1][j + 1] + 1
                : Math.max(length[i + 1][j], length[i][j + 1]);
      }
    }
    return length;
  }
}
