package io.firmitas.examples.demo;

import io.firmitas.examples.demo.Chronicle.Outcome;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** The day in numbers. */
record Summary(Chronicle chronicle, Duration recovered) {
  private static final String ROW = "  %-7s %6s %6s %9s %7s %9s %9s %16s%n";

  void print(PrintStream out) {
    out.printf(
        ROW,
        "source",
        "calls",
        "fresh",
        "fallback",
        "failed",
        "attempts",
        "(repeats)",
        "time to recover");
    for (Source source : Source.values()) {
      int fresh = served(source, Outcome.FRESH);
      int fallback = served(source, Outcome.FALLBACK);
      int failed = served(source, Outcome.FAILED);
      out.printf(
          Locale.ROOT,
          ROW,
          source.text(),
          fresh + fallback + failed,
          fresh,
          fallback,
          failed,
          chronicle.attempts(Duration.ZERO, source),
          "(" + chronicle.repeats(Duration.ZERO, source) + ")",
          chronicle
              .firstFresh(recovered, source)
              .map(at -> Text.of(at.minus(recovered)))
              .orElse("never"));
    }
    out.println(
        "  attempts: those that reached the origin; repeats: requests that Java's HTTP client");
    out.println("  sent a second time by itself when a connection broke");
  }

  private int served(Source source, Outcome outcome) {
    return chronicle.served(Duration.ZERO, source, outcome);
  }
}
