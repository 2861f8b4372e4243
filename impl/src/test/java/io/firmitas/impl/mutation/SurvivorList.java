package io.firmitas.impl.mutation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The survivors of one package that are known, each with the reason why no test kills it:
 *
 * <pre>
 * CircuitCore.recordQuietly
 *   if (failed) {
 *     NegateConditionals, tck 1, all 0..1: why
 * </pre>
 *
 * <p>A number of {@code ?} has not been measured; a reason of {@code ?} still has to be found.
 */
final class SurvivorList {
  static final String UNKNOWN = "?";

  private static final Pattern ENTRY =
      Pattern.compile(" {4}(\\w+), tck ([0-9.]+|[?]), all ([0-9.]+|[?]): (.+)");

  private final String group;
  private final Map<Survivor, Entry> entries = new HashMap<>();

  private SurvivorList(String group) {
    this.group = group;
  }

  private record Entry(Map<Suite, Count> counts, String reason) {
    static final Entry ABSENT = new Entry(Map.of(), UNKNOWN);

    Count count(Suite suite) {
      return counts.getOrDefault(suite, Count.UNKNOWN);
    }

    Entry with(Suite suite, int seen) {
      if (!count(suite).equals(Count.UNKNOWN) && count(suite).allows(seen)) {
        return this;
      }
      Map<Suite, Count> changed = new EnumMap<>(Suite.class);
      changed.putAll(counts);
      changed.put(suite, Count.of(seen));
      return new Entry(changed, reason);
    }

    boolean isEmpty() {
      return counts.values().stream()
          .allMatch(count -> count.equals(Count.NONE) || count.equals(Count.UNKNOWN));
    }
  }

  static SurvivorList parse(String group, List<String> lines) {
    SurvivorList list = new SurvivorList(group);
    String method = "";
    String line = "";
    for (String text : lines) {
      Matcher entry = ENTRY.matcher(text);
      if (entry.matches()) {
        Map<Suite, Count> counts = new EnumMap<>(Suite.class);
        counts.put(Suite.TCK, Count.parse(entry.group(2)));
        counts.put(Suite.ALL, Count.parse(entry.group(3)));
        Survivor survivor = new Survivor(group, method, line, entry.group(1));
        if (list.entries.put(survivor, new Entry(counts, entry.group(4))) != null) {
          throw new IllegalArgumentException("listed twice: " + survivor);
        }
      } else if (text.startsWith("    ")) {
        throw new IllegalArgumentException(
            group + ": not `mutator, tck n, all n: reason`: " + text.strip());
      } else if (text.startsWith("  ")) {
        line = text.strip();
      } else if (!text.isBlank() && !text.startsWith("#")) {
        method = text.strip();
      }
    }
    return list;
  }

  /** What is wrong with the list, given what a suite left of the classes that were mutated. */
  List<String> problems(Suite suite, MutationReport report) {
    List<String> problems = new ArrayList<>();
    for (Survivor survivor : known(report)) {
      Entry entry = entries.get(survivor);
      Count listed = entry == null ? Count.NONE : entry.count(suite);
      int seen = report.survivors().getOrDefault(survivor, 0);
      if (seen > listed.most()) {
        problems.add(suite.word + ": survived " + seen + ", listed " + listed + ": " + survivor);
      } else if (seen + report.timedOut().getOrDefault(survivor, 0) < listed.least()) {
        problems.add(suite.word + ": listed " + listed + ", survived " + seen + ": " + survivor);
      }
    }
    return problems;
  }

  /** The survivors without a reason. */
  List<String> unexplained() {
    return entries.entrySet().stream()
        .filter(entry -> entry.getValue().reason().equals(UNKNOWN))
        .map(entry -> "no reason: " + entry.getKey())
        .sorted()
        .toList();
  }

  /** Takes over what a suite left of the classes that were mutated. */
  void update(Suite suite, MutationReport report) {
    for (Survivor survivor : known(report)) {
      int seen = report.survivors().getOrDefault(survivor, 0);
      entries.merge(
          survivor, Entry.ABSENT.with(suite, seen), (listed, absent) -> listed.with(suite, seen));
    }
    entries.values().removeIf(Entry::isEmpty);
  }

  /** What is listed or was seen of the classes that were mutated. */
  private Set<Survivor> known(MutationReport report) {
    Set<Survivor> known = new TreeSet<>(Comparator.comparing(Survivor::toString));
    known.addAll(report.survivors().keySet());
    known.addAll(entries.keySet());
    known.removeIf(
        survivor ->
            !survivor.group().equals(group)
                || !report.mutated().contains(group + "." + survivor.className()));
    return known;
  }

  /** The classes with survivors. */
  Set<String> classNames() {
    Set<String> names = new TreeSet<>();
    entries.keySet().forEach(survivor -> names.add(survivor.className()));
    return names;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /**
   * The list as it is kept.
   *
   * @param place where in its file the line of a survivor is
   */
  List<String> format(ToIntFunction<Survivor> place) {
    List<Survivor> sorted = new ArrayList<>(entries.keySet());
    sorted.sort(
        Comparator.comparing(Survivor::className)
            .thenComparing(Survivor::method)
            .thenComparingInt(place)
            .thenComparing(Survivor::line)
            .thenComparing(Survivor::mutator));
    List<String> lines = new ArrayList<>();
    Survivor last = new Survivor(group, "", "", "");
    for (Survivor survivor : sorted) {
      boolean sameMethod = survivor.method().equals(last.method());
      if (!sameMethod) {
        lines.add(survivor.method());
      }
      if (!sameMethod || !survivor.line().equals(last.line())) {
        lines.add("  " + survivor.line());
      }
      Entry entry = Objects.requireNonNull(entries.get(survivor));
      lines.add(
          "    %s, tck %s, all %s: %s"
              .formatted(
                  survivor.mutator(),
                  entry.count(Suite.TCK),
                  entry.count(Suite.ALL),
                  entry.reason()));
      last = survivor;
    }
    return lines;
  }
}
