package io.firmitas.tck.rules.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.FallbackApplied;
import io.firmitas.fallback.Fallback;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.DisplayName;

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
}
