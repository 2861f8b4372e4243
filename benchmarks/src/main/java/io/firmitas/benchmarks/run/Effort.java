package io.firmitas.benchmarks.run;

import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** How thoroughly rows are measured. The only place that says so. */
enum Effort {
  /** All rows. */
  FULL(2, 3, 4, 250),
  /** The rows that matter most. */
  SUBSET(1, 4, 5, 200),
  /** Shows that everything works; the numbers mean nothing. */
  SMOKE(1, 1, 1, 100);

  private final int forks;
  private final int warmups;
  private final int iterations;
  private final long millis;

  Effort(int forks, int warmups, int iterations, long millis) {
    this.forks = forks;
    this.warmups = warmups;
    this.iterations = iterations;
    this.millis = millis;
  }

  void applyTo(ChainedOptionsBuilder options) {
    TimeValue time = TimeValue.milliseconds(millis);
    options
        .forks(forks)
        .warmupIterations(warmups)
        .warmupTime(time)
        .measurementIterations(iterations)
        .measurementTime(time)
        .shouldFailOnError(false)
        .jvmArgsAppend("-Xms512m", "-Xmx512m", "-Djmh.shutdownTimeout=2");
  }

  @Override
  public String toString() {
    return "%d fork(s), %d warm-up and %d measured iterations of %d ms"
        .formatted(forks, warmups, iterations, millis);
  }
}
