package io.firmitas.tck.rules.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.FallbackApplied;
import io.firmitas.fallback.Fallback;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Answering with the last result. */
public abstract class LastKnownGoodRules extends Scenario {
  private static final ContextKey<String> USER = ContextKey.named("user");

  private final IOException failure = new IOException("down");

  private Fallback<String> remembering(int entries) {
    return fallback(
        Fallback.<String>builder()
            .on(IllegalStateException.class, thrown -> "other handler")
            .lastKnownGood(seconds(60), entries, context -> context.get(USER).orElse("nobody")));
  }

  private static Context user(String name) {
    return Context.root().with(USER, name);
  }

  @EachMode
  @Rule({"FB-15", "EV-12"})
  @DisplayName(
      "T18: an exception is answered with the last result while it is younger than the maximum"
          + " age")
  void lastResult(Mode mode) {
    Fallback<String> fallback = fallback(Fallback.<String>builder().lastKnownGood(seconds(60)));
    run(mode, fallback, failing(failure)).assertFailedWith(failure);
    run(mode, fallback, returning("old page")).assertReturned("old page");
    run(mode, fallback, returning("page")).assertReturned("page");

    time.advance(seconds(60).minusNanos(1));
    run(mode, fallback, failing(failure)).assertReturned("page");
    assertEquals(
        List.of(new FallbackApplied("fallback", failure)), events.of(FallbackApplied.class));
    time.advance(nanos(1));

    run(mode, fallback, failing(failure)).assertFailedWith(failure);
  }

  @EachMode
  @Rule("FB-15")
  @DisplayName("an answer from memory does not make the remembered result younger")
  void notRefreshedByAnswers(Mode mode) {
    Fallback<String> fallback = fallback(Fallback.<String>builder().lastKnownGood(seconds(60)));
    run(mode, fallback, returning("page"));
    time.advance(seconds(40));
    run(mode, fallback, failing(failure)).assertReturned("page");
    time.advance(seconds(20));

    run(mode, fallback, failing(failure)).assertFailedWith(failure);
  }

  @EachMode
  @Rule("FB-15")
  @DisplayName(
      "results belong to their key; it is asked before the other handlers, which answer without a"
          + " result")
  void keys(Mode mode) {
    Fallback<String> fallback = remembering(10);
    run(mode, fallback, returning("page of ada"), user("ada"));

    run(mode, fallback, failing(new IllegalStateException()), user("ada"))
        .assertReturned("page of ada");
    run(mode, fallback, failing(new IllegalStateException()), user("bob"))
        .assertReturned("other handler");
    run(mode, fallback, failing(failure), user("bob")).assertFailedWith(failure);
  }

  @EachMode
  @Rule({"FB-15", "FB-05"})
  @DisplayName("errors, interrupts and cancellations are not answered with it")
  void specialKinds(Mode mode) {
    Fallback<String> fallback = remembering(10);
    run(mode, fallback, returning("page"));

    for (Throwable special :
        List.of(new AssertionError(), new InterruptedException(), new CancellationException())) {
      run(mode, fallback, failing(special)).assertFailedWith(special);
    }
  }

  @EachMode
  @Rule("FB-16")
  @DisplayName("of more keys than entries the one not refreshed for longest is dropped")
  void entries(Mode mode) {
    Fallback<String> fallback = remembering(2);
    run(mode, fallback, returning("a"), user("ada"));
    run(mode, fallback, returning("b"), user("bob"));
    run(mode, fallback, returning("a"), user("ada"));
    run(mode, fallback, returning("c"), user("cyd"));

    run(mode, fallback, failing(failure), user("ada")).assertReturned("a");
    run(mode, fallback, failing(failure), user("cyd")).assertReturned("c");
    run(mode, fallback, failing(failure), user("bob")).assertFailedWith(failure);
  }

  @EachMode
  @Rule("FB-16")
  @DisplayName("a key function that throws is reported, and the call passes without memory")
  void throwingKey(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken key");
    Fallback<String> fallback =
        fallback(
            Fallback.<String>builder()
                .lastKnownGood(
                    seconds(60),
                    5,
                    context -> {
                      throw broken;
                    }));

    run(mode, fallback, returning("page")).assertReturned("page");
    run(mode, fallback, failing(failure)).assertFailedWith(failure);

    assertSame(broken, events.last(CallbackFailed.class).failure());
  }

  @Test
  @Rule({"FB-15", "FB-16"})
  @DisplayName("a result that comes later is remembered like one at once, and nothing is reported")
  void laterResult() {
    Fallback<String> fallback = remembering(10);
    AsyncGate<String> gate = new AsyncGate<>();
    CompletableFuture<String> page = fallback.executeAsync(gate.call(), user("ada"));
    gate.complete(1, "page of ada");
    Outcome.of(time, page).assertReturned("page of ada");

    for (Mode mode : Mode.values()) {
      run(mode, fallback, failing(failure), user("ada")).assertReturned("page of ada");
    }
    assertEquals(List.of(), events.of(CallbackFailed.class));
  }

  @EachMode
  @Rule("CX-16")
  @DisplayName("RG-14: a reset forgets the results")
  void reset(Mode mode) {
    Fallback<String> fallback = remembering(10);
    run(mode, fallback, returning("page"));
    run(mode, fallback, failing(failure)).assertReturned("page");

    fallback.reset();

    run(mode, fallback, failing(failure)).assertFailedWith(failure);
    run(mode, fallback, returning("new page"));
    run(mode, fallback, failing(failure)).assertReturned("new page");
  }

  @Test
  @Rule({"FB-15", "CX-16"})
  @DisplayName("many threads remember, are answered and reset, and none waits for ever")
  void manyThreads() {
    Fallback<String> fallback = remembering(2);
    try (Crowd crowd =
        Crowd.of(
            6,
            () -> {
              Context context = user("user " + Thread.currentThread().getId());
              for (int round = 0; round < 20; round++) {
                fallback.execute(inside -> "page", context);
                fallback.execute(
                    inside -> {
                      throw new IllegalStateException("down");
                    },
                    context);
                fallback.reset();
              }
              return "done";
            })) {
      crowd.outcomes().forEach(outcome -> outcome.assertReturned("done"));
    }
    assertEquals(List.of(), events.of(CallbackFailed.class));
  }

  /** A key that cannot say its hash code. */
  private static final class Unusable {
    @Override
    public int hashCode() {
      throw new IllegalStateException("no hash code");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Unusable;
    }
  }

  @EachMode
  @Rule("FB-16")
  @DisplayName("a key without a hash code is reported, when a result is kept and when it is wanted")
  void unusableKey(Mode mode) {
    Fallback<String> fallback =
        fallback(
            Fallback.<String>builder()
                .lastKnownGood(
                    seconds(60),
                    5,
                    context -> context.get(USER).<Object>map(name -> name).orElse(new Unusable())));
    run(mode, fallback, returning("page of ada"), user("ada"));

    run(mode, fallback, returning("page")).assertReturned("page");
    assertEquals(1, events.of(CallbackFailed.class).size());
    run(mode, fallback, failing(failure)).assertFailedWith(failure);
    assertEquals(2, events.of(CallbackFailed.class).size());
  }
}
