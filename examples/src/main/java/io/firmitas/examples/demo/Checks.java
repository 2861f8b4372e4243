package io.firmitas.examples.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What the policies promised, and whether they kept it. */
final class Checks {
  private record Check(String promise, boolean kept, String seen) {}

  private final List<Check> checks = new ArrayList<>();

  void that(String promise, boolean kept, String seen) {
    checks.add(new Check(promise, kept, seen));
  }

  <V> void same(String promise, V expected, V seen) {
    that(promise + ": " + expected, expected.equals(seen), "was " + seen);
  }

  boolean allKept() {
    return checks.stream().allMatch(Check::kept);
  }

  void print(PrintStream out) {
    checks.forEach(
        check ->
            out.println(
                (check.kept ? "  kept    " : "  BROKEN  ")
                    + check.promise
                    + (check.seen.isEmpty() || check.kept ? "" : " (" + check.seen + ")")));
  }
}
