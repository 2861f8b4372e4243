package io.firmitas.benchmarks.run;

import io.firmitas.benchmarks.GrowthBenchmark;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs benchmarks with JMH and finds their figures. */
final class Measurements {
  private static final String ALLOCATION = "gc.alloc.rate.norm";
  private static final int MEDIAN = 50;

  private final Effort effort;
  private final List<RunResult> results = new ArrayList<>();

  Measurements(Effort effort) {
    this.effort = effort;
  }

  void measure(Row row) throws RunnerException {
    measure(row.benchmark, row.contestants());
  }

  void measureGrowth() throws RunnerException {
    measure(GrowthBenchmark.class.getName() + ".*", List.of("firmitas"));
  }

  private void measure(String benchmark, List<String> contestants) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.replace("$", "\\$") + "$")
            .param("contestant", contestants.toArray(String[]::new))
            .addProfiler(GCProfiler.class);
    effort.applyTo(options);
    Collection<RunResult> measured = new Runner(options.build()).run();
    results.addAll(measured);
  }

  Figure of(String benchmark, String contestant) {
    return results.stream()
        .filter(result -> result.getParams().getBenchmark().equals(benchmark))
        .filter(result -> contestant.equals(result.getParams().getParam("contestant")))
        .findFirst()
        .map(Measurements::figure)
        .orElse(Figure.NONE);
  }

  /** The results of a growing benchmark, as pairs of the size and the figure. */
  List<String> growth(String method, String parameter) {
    Pattern name = Pattern.compile(Pattern.quote(GrowthBenchmark.class.getName() + "." + method));
    return results.stream()
        .filter(result -> name.matcher(result.getParams().getBenchmark()).matches())
        .map(result -> result.getParams().getParam(parameter) + ": " + figure(result))
        .toList();
  }

  @SuppressWarnings("rawtypes") // the results of JMH are
  private static Figure figure(RunResult result) {
    double bytes =
        result.getSecondaryResults().entrySet().stream()
            .filter(secondary -> secondary.getKey().endsWith(ALLOCATION))
            .mapToDouble(secondary -> median(secondary.getValue()))
            .findFirst()
            .orElse(Double.NaN);
    return new Figure(median(result.getPrimaryResult()), bytes);
  }

  @SuppressWarnings("rawtypes") // the results of JMH are
  private static double median(Result result) {
    return result.getStatistics().getPercentile(MEDIAN);
  }

  void writeJson(PrintStream out) {
    ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
  }
}
