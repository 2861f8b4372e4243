package io.firmitas.benchmarks.run;

import io.firmitas.benchmarks.contestant.Contestants;
import java.util.List;

/** The Markdown table of a run. */
final class Table {
  private final Measurements measurements;
  private final StringBuilder text = new StringBuilder();

  Table(Measurements measurements) {
    this.measurements = measurements;
  }

  String of(List<Row> rows, boolean withGrowth, String heading) {
    List<String> contestants = Contestants.names();
    line("# " + heading);
    line("");
    line("Nanoseconds (bytes) for each call; ratios are Firmitas' time over the others'.");
    line("");
    line(
        "| row | "
            + String.join(" | ", contestants)
            + " | to the fastest peer | target | met | to the floor |");
    line("|---|" + "---:|".repeat(contestants.size() + 4));
    for (Row row : rows) {
      line(row, contestants);
    }
    if (withGrowth) {
      growth("window", "size", "Window of n calls");
      growth("depth", "depth", "n policies around each other");
    }
    return text.toString();
  }

  private void line(Row row, List<String> contestants) {
    Figure own = measurements.of(row.benchmark, Contestants.FIRMITAS);
    Figure floor = measurements.of(row.benchmark, Contestants.FLOOR);
    double fastest =
        contestants.stream()
            .filter(name -> !name.equals(Contestants.FIRMITAS) && !name.equals(Contestants.FLOOR))
            .map(name -> measurements.of(row.benchmark, name))
            .filter(Figure::isPresent)
            .mapToDouble(Figure::nanos)
            .min()
            .orElse(Double.NaN);
    text.append("| ").append(row.title);
    for (String name : contestants) {
      text.append(" | ").append(measurements.of(row.benchmark, name));
    }
    List<String> missed = row.target.missed(own, fastest, floor);
    boolean measured = own.isPresent() && !Double.isNaN(fastest);
    String verdict = missed.isEmpty() ? "yes" : "no: " + String.join(", ", missed);
    text.append(
        measured
            ? " | %.3f | %s | %s | ".formatted(own.nanos() / fastest, row.target, verdict)
            : " | - | - | - | ");
    line(Figure.number(own.nanos() / floor.nanos()) + " |");
  }

  private void growth(String method, String parameter, String title) {
    line("");
    line(title + ": " + String.join(", ", measurements.growth(method, parameter)));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
