package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.RetryBudgetExhausted;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryFailed.Reason;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBudget;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Budgets that several retries share. */
public abstract class BudgetRules extends Scenario {
  private final IOException failure = new IOException("down");
  private final RecordingBudget budget = new RecordingBudget();

  /** Writes down what it is told and grants a number of retries. */
  private static class RecordingBudget implements RetryBudget {
    final List<String> told = new ArrayList<>();
    int left = Integer.MAX_VALUE;

    @Override
    public void callStarted() {
      told.add("started");
    }

    @Override
    public boolean tryRetry(boolean first) {
      told.add(first ? "first retry" : "retry");
      return left-- > 0;
    }

    @Override
    public void callEnded(boolean succeeded, boolean retried) {
      told.add((succeeded ? "succeeded" : "failed") + (retried ? " after retries" : ""));
    }

    @Override
    public void reset() {
      told.add("reset");
    }
  }

  private RetryBuilder everySecond() {
    return Retry.builder().delay(seconds(1)).jitter((delay, random) -> delay).budget(budget);
  }

  @EachMode
  @Rule({"RT-41", "EV-13"})
  @DisplayName("retries that share a budget spend it together; each tells of its own refusals")
  void shared(Mode mode) {
    RetryBudget tokens = RetryBudget.ofTokens(2, 0.5);
    Retry first = retry(everySecond().name("first").maxAttempts(9).budget(tokens));
    Retry second = retry(everySecond().name("second").maxAttempts(9).budget(tokens));
    ScriptedCall<String> call = failing(failure);

    run(mode, first, call).assertFailedWith(failure).assertTook(seconds(2));
    assertEquals(3, call.count());
    run(mode, second, call).assertFailedWith(failure).assertTook(seconds(0));
    assertEquals(4, call.count());

    assertEquals(
        List.of("first", "second"),
        events.of(RetryBudgetExhausted.class).stream().map(RetryBudgetExhausted::policy).toList());
  }

  @EachMode
  @Rule({"RT-41", "EV-10"})
  @DisplayName(
      "P25: a refused retry is not waited for, and the call's own failure is what the caller gets")
  void refused(Mode mode) {
    budget.left = 1;
    ScriptedCall<String> call = failing(failure);

    run(mode, retry(everySecond().maxAttempts(9)), call)
        .assertFailedWith(failure)
        .assertTook(seconds(1));

    assertEquals(2, call.count());
    assertEquals(Reason.BUDGET_EXHAUSTED, events.last(RetryFailed.class).reason());
    assertEquals(2, events.last(RetryBudgetExhausted.class).attempt());
    assertEquals(List.of("started", "first retry", "retry", "failed after retries"), budget.told);
  }

  @EachMode
  @Rule({"RT-41", "RT-06"})
  @DisplayName("with wrapExhausted a refused retry is RetryExhaustedException")
  void refusedAndWrapped(Mode mode) {
    budget.left = 0;

    RetryExhaustedException exhausted =
        run(mode, retry(everySecond().wrapExhausted()), failing(failure))
            .assertFailed(RetryExhaustedException.class);

    assertEquals(1, exhausted.attempts());
    assertEquals(List.of("started", "first retry", "failed"), budget.told);
  }

  @EachMode
  @Rule("RT-41")
  @DisplayName(
      "a budget is not asked when attempts, time or the kind of failure end the call anyway")
  void notAsked(Mode mode) {
    run(mode, retry(everySecond().maxAttempts(1)), failing(failure));
    run(mode, retry(everySecond().totalTimeLimit(millis(500))), failing(failure));
    run(mode, retry(everySecond()), failing(new AssertionError()));

    assertEquals(
        List.of("started", "failed", "started", "failed", "started", "failed"), budget.told);
  }

  @EachMode
  @Rule("RT-42")
  @DisplayName(
      "start and end are told once: for a success at once, after a retry, and for a rejected"
          + " result")
  void toldOnce(Mode mode) {
    run(mode, retry(everySecond()), returning("page"));
    run(mode, retry(everySecond()), new ScriptedCall<String>().fail(failure).succeed("page"));
    run(
        mode,
        retry(everySecond().maxAttempts(2).retryOnResult(String.class, "pending"::equals)),
        returning("pending"));

    assertEquals(
        List.of(
            "started",
            "succeeded",
            "started",
            "first retry",
            "succeeded after retries",
            "started",
            "first retry",
            "failed after retries"),
        budget.told);
  }

  @Test
  @Rule("RT-42")
  @DisplayName(
      "the end is told once of a call that was cancelled during an attempt or a delay, or"
          + " interrupted")
  void toldWhenStopped() throws Exception {
    Retry retry = retry(everySecond());
    CompletableFuture<@Nullable Object> inAttempt =
        retry.executeAsync(new AsyncGate<String>().call(), Context.root());
    inAttempt.cancel(true);
    CompletableFuture<@Nullable Object> inDelay =
        retry.executeAsync(failing(failure).asAsyncCall(), Context.root());
    inDelay.cancel(true);
    Thread caller = Thread.currentThread();
    time.schedule(1, caller::interrupt);
    run(Mode.SYNC, retry, failing(failure)).assertFailed(InterruptedException.class);

    assertEquals(
        List.of(
            "started",
            "failed",
            "started",
            "first retry",
            "failed after retries",
            "started",
            "first retry",
            "failed after retries"),
        budget.told);
  }

  @Test
  @Rule("RT-44")
  @DisplayName("reset resets the budget, also in a composition; what that throws is reported")
  void reset() {
    Retry retry = retry(everySecond());
    retry.reset();
    Policies.wrap(timeout(Timeout.builder(seconds(1))), retry).reset();
    retry(Retry.builder()).reset();
    assertEquals(List.of("reset", "reset"), budget.told);

    IllegalStateException hostile = new IllegalStateException("hostile");
    retry(
            everySecond()
                .budget(
                    new RecordingBudget() {
                      @Override
                      public void reset() {
                        throw hostile;
                      }
                    }))
        .reset();
    assertSame(hostile, events.last(CallbackFailed.class).failure());
  }
}
