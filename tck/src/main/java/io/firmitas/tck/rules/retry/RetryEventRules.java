package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.Context;
import io.firmitas.backoff.Jitter;
import io.firmitas.event.AttemptStarted;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryFailed.Reason;
import io.firmitas.event.RetryScheduled;
import io.firmitas.event.RetrySucceeded;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The events of a retry. */
public abstract class RetryEventRules extends Scenario {
  private final IOException failure = new IOException("down");

  private RetryBuilder everySecond() {
    return Retry.builder("catalog").delay(seconds(1)).jitter(Jitter.none());
  }

  @EachMode
  @Rule({"EV-08", "EV-09", "EV-13"})
  @DisplayName("T187 Z33: fail, fail, succeed: every attempt, every delay and the end are told")
  void success(Mode mode) {
    run(mode, retry(everySecond()), new ScriptedCall<String>().fail(2, failure).succeed("page"));

    assertEquals(
        List.<PolicyEvent>of(
            new AttemptStarted("catalog", 1, 3),
            new RetryScheduled("catalog", 1, 3, seconds(1), failure, null),
            new AttemptStarted("catalog", 2, 3),
            new RetryScheduled("catalog", 2, 3, seconds(1), failure, null),
            new AttemptStarted("catalog", 3, 3),
            new RetrySucceeded("catalog", 3)),
        events.all());
  }

  @EachMode
  @Rule({"EV-08", "EV-09", "EV-10"})
  @DisplayName("T187 Z33: exhausted: n attempts, n - 1 delays, one end with the number of attempts")
  void exhausted(Mode mode) {
    run(mode, retry(everySecond().maxAttempts(5)), failing(failure));

    assertEquals(5, events.of(AttemptStarted.class).size());
    assertEquals(
        List.of(1, 2, 3, 4),
        events.of(RetryScheduled.class).stream().map(RetryScheduled::attempt).toList());
    assertEquals(
        List.of(new RetryFailed("catalog", 5, Reason.ATTEMPTS_EXHAUSTED, failure, null)),
        events.of(RetryFailed.class));
    assertEquals(0, events.of(RetrySucceeded.class).size());
  }

  @EachMode
  @Rule("EV-08")
  @DisplayName("a call that succeeds at once: one attempt, one success")
  void successAtOnce(Mode mode) {
    run(mode, retry(everySecond()), returning("page"));

    assertEquals(
        List.<PolicyEvent>of(new AttemptStarted("catalog", 1, 3), new RetrySucceeded("catalog", 1)),
        events.all());
  }

  @EachMode
  @Rule("EV-09")
  @DisplayName("Z33: the delay told is the delay waited: after jitter and cap")
  void delayAsWaited(Mode mode) {
    time.setRandom(0.9);
    RetryBuilder settings =
        Retry.builder().maxAttempts(4).maxDelay(seconds(2)).jitter(Jitter.proportional(0.5));

    run(mode, retry(settings), failing(failure));

    List<Duration> told =
        events.of(RetryScheduled.class).stream().map(RetryScheduled::delay).toList();
    assertEquals(waits(mode), told);
    assertEquals(List.of(millis(1_400), seconds(2), seconds(2)), told);
  }

  @EachMode
  @Rule({"EV-09", "EV-10"})
  @DisplayName("Z19: for a rejected result there is no failure but the result")
  void rejectedResult(Mode mode) {
    run(
        mode,
        retry(everySecond().maxAttempts(2).retryOnResult(String.class, "pending"::equals)),
        returning("pending"));

    assertEquals(
        new RetryScheduled("catalog", 1, 2, seconds(1), null, "pending"),
        events.last(RetryScheduled.class));
    assertEquals(
        new RetryFailed("catalog", 2, Reason.ATTEMPTS_EXHAUSTED, null, "pending"),
        events.last(RetryFailed.class));
  }

  @EachMode
  @Rule("EV-10")
  @DisplayName(
      "Z34 C29: onGiveUp is told once of attempts or time used up, not of failures that are not"
          + " retried")
  void onGiveUp(Mode mode) {
    List<Reason> told = new ArrayList<>();
    RetryBuilder settings =
        everySecond().retryOn(IOException.class).onGiveUp(failed -> told.add(failed.reason()));

    run(mode, retry(settings), failing(new IllegalStateException()));
    run(mode, retry(settings), returning("page"));
    assertEquals(List.of(), told);
    assertEquals(Reason.NOT_RETRYABLE, events.last(RetryFailed.class).reason());
    run(mode, retry(settings), failing(failure));
    run(mode, retry(settings.totalTimeLimit(millis(500))), failing(failure));

    assertEquals(List.of(Reason.ATTEMPTS_EXHAUSTED, Reason.TIME_LIMIT), told);
  }

  @EachMode
  @Rule("EV-09")
  @DisplayName("unlimited attempts are told as Integer.MAX_VALUE")
  void unlimited(Mode mode) {
    run(
        mode,
        retry(Retry.builder().unlimitedAttempts().delay(seconds(1))),
        new ScriptedCall<String>().fail(failure).succeed("page"));

    assertEquals(Integer.MAX_VALUE, events.last(RetryScheduled.class).maxAttempts());
    assertEquals(Integer.MAX_VALUE, events.last(AttemptStarted.class).maxAttempts());
  }

  @EachMode
  @Rule({"EV-02", "EV-08"})
  @DisplayName("Z53 Z54: hooks are optional and get their events only")
  void hooks(Mode mode) {
    StringBuilder heard = new StringBuilder();
    RetryBuilder settings =
        everySecond()
            .onAttempt(attempt -> heard.append(attempt.attempt()).append(' '))
            .onRetry(retry -> heard.append("again "))
            .onSuccess(success -> heard.append("done"));

    run(mode, retry(settings), new ScriptedCall<String>().fail(failure).succeed("page"));

    assertEquals("1 again 2 done", heard.toString());
  }

  @Test
  @Rule({"EV-08", "EV-10", "AS-06"})
  @DisplayName("a call cancelled during its second attempt is told once, with two attempts")
  void cancelledDuringAttempt() {
    AsyncGate<String> gate = new AsyncGate<>();
    var future = retry(everySecond().delay(seconds(0))).executeAsync(gate.call(), Context.root());
    gate.fail(1, failure);
    assertEquals(2, gate.invocations());

    future.cancel(true);

    List<RetryFailed> ends = events.of(RetryFailed.class);
    assertEquals(1, ends.size());
    assertEquals(2, ends.get(0).attempts());
    assertEquals(Reason.INTERRUPTED, ends.get(0).reason());
  }
}
