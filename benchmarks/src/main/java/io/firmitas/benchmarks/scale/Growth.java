package io.firmitas.benchmarks.scale;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Measures by how much the live objects grow with so many things; one JVM for each of them. */
public final class Growth {
  /** How many things are made before, so that what is made once is not counted. */
  private static final int WARMUP = 1_000;

  private static final long SETTLE_MILLIS = 1_000;

  /** What is measured, so that it stays reachable. */
  @SuppressWarnings("UnusedVariable")
  private static volatile Object kept = "";

  private Growth() {}

  /**
   * Measures one thing and prints a line of the table.
   *
   * @param arguments the name of the thing, and how many
   * @throws InterruptedException when interrupted
   */
  public static void main(String[] arguments) throws InterruptedException {
    String name = arguments[0];
    int number = Integer.parseInt(arguments[1]);
    Report report = new Report(number);
    Supplier<Supplier<Object>> breaker = Many.breakers().get(name);
    Supplier<Supplier<CompletionStage<Object>>> retry = Many.retries().get(name);
    Supplier<Many.Timeouts> timeout = Many.timeouts().get(name);
    if (breaker != null) {
      Supplier<Object> maker = breaker.get();
      fill(new Object[WARMUP], maker);
      idle(new Object[number], maker, report);
    } else if (retry != null) {
      Supplier<CompletionStage<Object>> starter = retry.get();
      retries(starter, new Report(WARMUP));
      retries(starter, report);
    } else if (timeout != null) {
      Many.Timeouts timeouts = timeout.get();
      timeouts(timeouts, new Report(WARMUP));
      timeouts(timeouts, report);
    } else {
      throw new IllegalArgumentException("there is no " + name);
    }
    System.out.println("| " + name + report + " |");
    System.exit(0);
  }

  private static void fill(Object[] things, Supplier<?> maker) {
    for (int index = 0; index < things.length; index++) {
      things[index] = maker.get();
    }
  }

  private static void idle(Object[] things, Supplier<Object> maker, Report report) {
    kept = things;
    report.begin();
    fill(things, maker);
    report.made();
  }

  private static void retries(Supplier<CompletionStage<Object>> starter, Report report)
      throws InterruptedException {
    Object[] pending = new Object[report.number];
    kept = pending;
    report.begin();
    fill(pending, starter);
    Thread.sleep(SETTLE_MILLIS); // attempts may be made on other threads
    report.made();
    for (int index = 0; index < pending.length; index++) {
      ((CompletionStage<?>) pending[index]).toCompletableFuture().cancel(true);
      pending[index] = null;
    }
    Thread.sleep(SETTLE_MILLIS);
    report.released();
  }

  private static void timeouts(Many.Timeouts timeouts, Report report) throws InterruptedException {
    Object[] pending = new Object[report.number];
    @SuppressWarnings({"unchecked", "rawtypes"})
    CompletableFuture<Object>[] sources = new CompletableFuture[report.number];
    for (int index = 0; index < sources.length; index++) {
      sources[index] = new CompletableFuture<>();
    }
    kept = new Object[] {pending, sources};
    report.begin();
    for (int index = 0; index < sources.length; index++) {
      pending[index] = timeouts.start(sources[index]);
    }
    Thread.sleep(SETTLE_MILLIS);
    report.made();
    for (int index = 0; index < sources.length; index++) {
      sources[index].complete("done");
      pending[index] = null;
    }
    Thread.sleep(SETTLE_MILLIS);
    report.released();
  }

  /** The bytes of one thing; arrays are made before and count nothing. */
  private static final class Report {
    final int number;
    private long before;
    private double each;
    private double left = Double.NaN;

    Report(int number) {
      this.number = number;
    }

    void begin() {
      before = LiveBytes.now();
    }

    void made() {
      each = growth();
    }

    void released() {
      left = growth();
    }

    private double growth() {
      return (LiveBytes.now() - before) / (double) number;
    }

    @Override
    public String toString() {
      String after = Double.isNaN(left) ? "" : "%.0f".formatted(left);
      return " | %d | %.0f | %s".formatted(number, each, after);
    }
  }
}
