package io.firmitas.examples.demo;

import io.firmitas.event.AttemptStarted;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.FallbackApplied;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryScheduled;
import io.firmitas.event.TimeoutExceeded;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Prints what happens, one line each. */
final class Timeline implements PolicyListener {
  private final PrintStream out;
  private final Chronicle chronicle;
  private final Map<String, String> attempts = new ConcurrentHashMap<>();
  private final Map<String, String> fallbacks = new ConcurrentHashMap<>();

  Timeline(PrintStream out, Chronicle chronicle) {
    this.out = out;
    this.chronicle = chronicle;
    out.println("   time  source  attempt  what happened");
  }

  void chapter(String title) {
    out.println("         --- " + title);
  }

  void served(Source source, Chronicle.Served served, String failure) {
    String took = " after " + Text.of(served.took());
    switch (served.outcome()) {
      case FRESH -> print(source.text(), "caller gets a fresh page" + took);
      case FALLBACK ->
          print(
              source.text(),
              fallbacks.get(source.text()) + ": caller gets a copy from the cache" + took);
      case FAILED -> print(source.text(), "caller gets the failure: " + failure + took);
    }
    attempts.remove(source.text());
    fallbacks.remove(source.text());
  }

  @Override
  public void onEvent(PolicyEvent event) {
    if (event instanceof AttemptStarted started) {
      attempts.put(started.policy(), started.attempt() + " of " + started.maxAttempts());
    } else if (event instanceof FallbackApplied applied) {
      fallbacks.put(applied.policy(), "fallback used, " + Text.of(applied.failure()));
    } else {
      text(event).ifPresent(text -> print(event.policy(), text));
    }
  }

  private static Optional<String> text(PolicyEvent event) {
    if (event instanceof RetryScheduled retry) {
      return Optional.of(Text.of(retry.failure()) + ", next attempt in " + Text.of(retry.delay()));
    }
    if (event instanceof RetryFailed failed && failed.exhausted()) {
      return Optional.of(Text.of(failed.failure()) + ", retry gives up");
    }
    if (event instanceof TimeoutExceeded timeout) {
      return Optional.of("timed out after " + Text.of(timeout.elapsed()));
    }
    return event instanceof CircuitStateChanged changed
        ? Optional.of(text(changed))
        : Optional.empty();
  }

  private static String text(CircuitStateChanged changed) {
    String transition = "breaker " + changed.from() + " -> " + changed.to();
    return changed.to() == CircuitState.OPEN
        ? transition
            + " for "
            + Text.of(changed.openTime())
            + " ("
            + changed.failures()
            + " failures)"
        : transition;
  }

  private void print(String source, String text) {
    out.printf(
        Locale.ROOT,
        "%7.3f  %-6s  %-7s  %s%n",
        chronicle.now().toNanos() / 1e9,
        source,
        attempts.getOrDefault(source, ""),
        text);
  }
}
