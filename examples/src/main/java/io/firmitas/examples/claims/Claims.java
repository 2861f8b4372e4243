package io.firmitas.examples.claims;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures all claims, prints them as a table, and fails when one does not hold. */
public final class Claims {
  private Claims() {}

  /**
   * Measures for some minutes.
   *
   * @param arguments the file with the smallest program
   * @throws Exception when a measurement cannot be made
   */
  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ROOT);
    List<Finding> findings = new ArrayList<>();
    findings.add(OneProbe.among(100, 10_000));
    findings.add(LostUpdates.of(100, 10_000_000));
    findings.add(NestedCalls.by(100, 1_000));
    findings.addAll(Smallness.of(Path.of(arguments[0])));
    findings.add(PendingRetries.of(10_000));
    findings.add(SpreadRetries.of(1_000, Duration.ofSeconds(10)));
    findings.add(ProbeInTime.after(Duration.ofSeconds(60), 1));
    findings.add(ProbeInTime.after(Duration.ofSeconds(1), 10));
    findings.add(TotalTime.of(1_000, Duration.ofMillis(50)));
    findings.addAll(DelaySums.all());

    System.out.printf(
        "JDK %s, %d cores, %s%n%n",
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"));
    System.out.println("| | claim | measured | holds |");
    System.out.println("|---|---|---|---|");
    findings.forEach(finding -> System.out.println(finding.row()));
    System.exit(findings.stream().allMatch(Finding::holds) ? 0 : 1);
  }
}
