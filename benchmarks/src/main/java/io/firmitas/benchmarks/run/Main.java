package io.firmitas.benchmarks.run;

import io.firmitas.benchmarks.scale.Scale;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs benchmarks on the JDK it runs on, and writes the results of JMH and a table beside each
 * other.
 *
 * <p>Arguments: what to run ({@code full}, {@code subset}, {@code smoke}, {@code scale}), the
 * folder to write to, and optionally a regular expression for the names of rows.
 */
public final class Main {
  private Main() {}

  /**
   * Runs benchmarks.
   *
   * @param arguments see the class
   * @throws IOException when the results cannot be written
   * @throws RunnerException when JMH cannot run
   * @throws InterruptedException when interrupted while waiting for a JVM
   */
  public static void main(String[] arguments)
      throws IOException, RunnerException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    String what = arguments.length > 0 ? arguments[0] : "full";
    Path folder = Path.of(arguments.length > 1 ? arguments[1] : "target");
    Files.createDirectories(folder);
    int jdk = Runtime.version().feature();
    if (what.equals("scale")) {
      Files.writeString(folder.resolve("scale-jdk" + jdk + ".md"), Scale.measureAll());
      return;
    }
    String names = arguments.length > 2 && !arguments[2].isBlank() ? arguments[2] : ".*";
    Effort effort = Effort.valueOf(what.toUpperCase(Locale.ROOT));
    String heading = "%s, JDK %s, %s".formatted(what, Runtime.version(), effort);
    run(effort, names, folder.resolve("benchmarks-" + what + "-jdk" + jdk), heading);
  }

  private static void run(Effort effort, String names, Path files, String heading)
      throws IOException, RunnerException {
    List<Row> rows = rows(effort, names);
    boolean withGrowth = effort != Effort.SUBSET && Pattern.matches(names, "GROWTH");
    Measurements measurements = new Measurements(effort);
    for (Row row : rows) {
      measurements.measure(row);
    }
    if (withGrowth) {
      measurements.measureGrowth();
    }
    try (PrintStream json =
        new PrintStream(
            Files.newOutputStream(Path.of(files + ".json")), false, StandardCharsets.UTF_8)) {
      measurements.writeJson(json);
    }
    String table = new Table(measurements).of(rows, withGrowth, heading);
    Files.writeString(Path.of(files + ".md"), table);
    System.out.println(table);
  }

  private static List<Row> rows(Effort effort, String names) {
    Pattern wanted = Pattern.compile(names, Pattern.CASE_INSENSITIVE);
    return Arrays.stream(Row.values())
        .filter(Row::runsHere)
        .filter(row -> effort != Effort.SUBSET || row.inSubset || !names.equals(".*"))
        .filter(row -> wanted.matcher(row.name()).matches())
        .toList();
  }
}
