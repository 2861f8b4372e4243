package io.firmitas.tck.rules.hostile;

import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The calls that are made under a policy, one after the other. Each is written as the outcomes of
 * its attempts, the last one repeated; {@code wait} lets a minute pass.
 */
final class Script {
  static final String WAIT = "wait";

  private final IOException down = new IOException("down");
  private final UncheckedIOException ignored = new UncheckedIOException("ignored", down);
  private final AssertionError broken = new AssertionError("broken");

  /** A call whose attempts end like this. */
  ScriptedCall<Object> call(String outcomes, VirtualRuntime time) {
    ScriptedCall<Object> call = new ScriptedCall<>();
    for (String outcome : outcomes.split(" ", -1)) {
      switch (outcome) {
        case "ok" -> call.taking(Duration.ZERO, time).succeed("page");
        case "bad" -> call.taking(Duration.ZERO, time).succeed("bad");
        case "slow" -> call.taking(Duration.ofSeconds(9), time).succeed("late");
        case "down" -> call.taking(Duration.ZERO, time).fail(down);
        case "ignored" -> call.taking(Duration.ZERO, time).fail(ignored);
        case "broken" -> call.taking(Duration.ZERO, time).fail(broken);
        default -> throw new IllegalArgumentException(outcome.toLowerCase(Locale.ROOT));
      }
    }
    return call;
  }

  /** Whether a failure is one of the calls' own. */
  boolean owns(Throwable failure) {
    return failure == down || failure == ignored || failure == broken;
  }

  /** No policy may have changed them. */
  boolean isUntouched() {
    return down.getSuppressed().length
            + ignored.getSuppressed().length
            + broken.getSuppressed().length
        == 0;
  }

  /** Closed, open, half-open, closed, open, half-open, open, half-open, closed. */
  static List<String> ofBreaker(int probes) {
    List<String> calls = new ArrayList<>();
    calls.addAll(List.of("ok", "ignored", "down", "down", "down", "ok", WAIT, "ignored"));
    calls.addAll(Collections.nCopies(probes, "ok"));
    calls.addAll(List.of("broken", "down", "down", "ok", WAIT, "down", "ok", WAIT));
    calls.addAll(Collections.nCopies(probes, "ok"));
    return calls;
  }

  static List<String> ofRetry() {
    return List.of("ok", "down ok", "down", "bad ok", "bad", "broken");
  }

  static List<String> ofTimeout() {
    return List.of("ok", "down", "slow", "broken", "ok");
  }

  static List<String> ofFallback() {
    return List.of("down", "ok", "bad", "down", "broken", "ok");
  }

  /** Three failures in a row, in one call or several, open the breaker inside. */
  static List<String> ofAll() {
    return List.of(
        "ok", "down ok", "ignored", "down", "down", "ok", WAIT, "bad", "ok", "broken", "ok");
  }

  static List<String> ofAllInTime() {
    List<String> calls = new ArrayList<>(ofAll());
    calls.addAll(List.of("slow ok", "slow"));
    return calls;
  }
}
