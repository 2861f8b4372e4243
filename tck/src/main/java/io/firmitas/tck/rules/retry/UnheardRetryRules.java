package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.RecordingBudget;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

/**
 * Nobody listens to the retry under test, as in most programs, or only to one kind of event. All
 * other tests listen to everything.
 */
public abstract class UnheardRetryRules extends Scenario {
  private final IOException failure = new IOException("down");

  private Retry unheard(RetryBuilder settings) {
    return create(
        settings.delay(seconds(1)).jitter((delay, random) -> delay).runtime(time).config());
  }

  private ScriptedCall<String> failingOnce() {
    return new ScriptedCall<String>().fail(failure).succeed("page");
  }

  @EachMode
  @Rule({"RT-41", "RT-42"})
  @DisplayName("a budget is asked and told without any listener")
  void budget(Mode mode) {
    RecordingBudget budget = new RecordingBudget();

    run(mode, unheard(Retry.builder().budget(budget)), failingOnce()).assertReturned("page");
    run(mode, unheard(Retry.builder().budget(budget)), returning("page"));

    assertEquals(List.of("started", "asked", "succeeded", "started", "succeeded"), budget.told());
  }

  @EachMode
  @Rule({"RT-30", "RT-06"})
  @DisplayName("the time since the start is right without any listener")
  void start(Mode mode) {
    run(mode, unheard(Retry.builder().totalTimeLimit(seconds(3))), failingOnce())
        .assertReturned("page")
        .assertTook(seconds(1));

    RetryExhaustedException exhausted =
        run(mode, unheard(Retry.builder().wrapExhausted()), failing(failure))
            .assertFailed(RetryExhaustedException.class);
    assertEquals(seconds(2), exhausted.elapsed());
  }

  @EachMode
  @Rule({"RT-10", "RT-18"})
  @DisplayName("skipWhen is asked, and results are looked at, without any listener")
  void conditions(Mode mode) {
    run(mode, unheard(Retry.builder().skipWhen(context -> true)), failingOnce())
        .assertFailedWith(failure);
    run(
            mode,
            unheard(Retry.builder().retryOnResult(String.class, "pending"::equals)),
            new ScriptedCall<String>().succeed("pending").succeed("page"))
        .assertReturned("page");
  }

  @EachMode
  @Rule("EV-08")
  @DisplayName("who listens to one kind of event gets it, though nobody listens to the others")
  void oneKind(Mode mode) {
    List<Integer> attempts = new ArrayList<>();
    List<Integer> successes = new ArrayList<>();

    run(
        mode,
        unheard(Retry.builder().onAttempt(event -> attempts.add(event.attempt()))),
        failingOnce());
    run(
        mode,
        unheard(Retry.builder().onSuccess(event -> successes.add(event.attempts()))),
        returning("page"));

    assertEquals(List.of(1, 2), attempts);
    assertEquals(List.of(1), successes);
  }
}
