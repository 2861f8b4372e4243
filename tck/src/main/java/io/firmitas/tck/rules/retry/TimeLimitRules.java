package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.Context;
import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryFailed.Reason;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.retry.RetryTimeoutException;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;

/** Limits in time: of the retry and of the context. */
public abstract class TimeLimitRules extends Scenario {
  private final IOException failure = new IOException("down");

  private RetryBuilder every(Duration delay) {
    return Retry.builder().maxAttempts(2_000).delay(delay).jitter(Jitter.none());
  }

  @EachMode
  @Rule({"RT-30", "RT-05"})
  @DisplayName(
      "P1 S14 C28: delay 400, limit 500: calls at 0 and 400, then it stops at 400 with the last"
          + " failure")
  void noBurstAtTheEnd(Mode mode) {
    ScriptedCall<String> call = failing(failure);

    run(mode, retry(every(millis(400)).totalTimeLimit(millis(500))), call)
        .assertFailedWith(failure)
        .assertTook(millis(400));

    assertEquals(2, call.count());
    assertEquals(Reason.TIME_LIMIT, events.last(RetryFailed.class).reason());
  }

  @EachMode
  @Rule("RT-30")
  @DisplayName("P1: delay 300, limit 500: calls at 0 and 300")
  void secondCase(Mode mode) {
    ScriptedCall<String> call = failing(failure);

    run(mode, retry(every(millis(300)).totalTimeLimit(millis(500))), call).assertTook(millis(300));

    assertEquals(2, call.count());
  }

  @EachMode
  @Rule("RT-30")
  @DisplayName(
      "S25: a delay that ends exactly at the limit does not fit; one nanosecond more and it does")
  void boundary(Mode mode) {
    ScriptedCall<String> equal = failing(failure);
    ScriptedCall<String> longer = failing(failure);

    run(mode, retry(every(seconds(5)).totalTimeLimit(seconds(5))), equal).assertTook(seconds(0));
    run(mode, retry(every(seconds(5)).totalTimeLimit(seconds(5).plusNanos(1))), longer)
        .assertTook(seconds(5));

    assertEquals(1, equal.count());
    assertEquals(2, longer.count());
  }

  @EachMode
  @Rule("RT-30")
  @DisplayName("Z20 C27: the attempts' own time counts")
  void attemptsCount(Mode mode) {
    ScriptedCall<String> call = new ScriptedCall<String>().taking(seconds(4), time).fail(failure);

    run(mode, retry(every(seconds(1)).totalTimeLimit(seconds(10))), call).assertTook(seconds(9));

    assertEquals(2, call.count());
  }

  @EachMode
  @Rule({"RT-30", "RT-27"})
  @DisplayName("a delay of zero does not fit when the limit has just been reached")
  void zeroDelayAtLimit(Mode mode) {
    ScriptedCall<String> call = new ScriptedCall<String>().taking(seconds(5), time).fail(failure);

    run(mode, retry(every(seconds(0)).totalTimeLimit(seconds(10))), call).assertTook(seconds(10));

    assertEquals(2, call.count());
  }

  @EachMode
  @Rule({"RT-06", "RT-30", "RT-32"})
  @DisplayName(
      "V21: a last attempt that fails after the limit has used up the attempts, not the time")
  void lastAttemptPastTheLimit(Mode mode) {
    ScriptedCall<String> call = new ScriptedCall<String>().taking(seconds(4), time).fail(failure);

    RetryExhaustedException exhausted =
        run(
                mode,
                retry(every(seconds(0)).maxAttempts(2).totalTimeLimit(seconds(5)).wrapExhausted()),
                call)
            .assertFailed(RetryExhaustedException.class);

    assertEquals(2, exhausted.attempts());
    assertEquals(seconds(8), exhausted.elapsed());
  }

  @EachMode
  @Rule("RT-30")
  @DisplayName("Z55 Z62: zero is no limit: a thousand hours pass")
  void zeroIsNoLimit(Mode mode) {
    ScriptedCall<String> call = new ScriptedCall<String>().fail(1_000, failure).succeed("page");
    RetryBuilder settings =
        every(Duration.ofHours(1)).maxDelay(Duration.ofHours(1)).totalTimeLimit(Duration.ZERO);

    run(mode, retry(settings), call).assertReturned("page").assertTook(Duration.ofHours(1_000));
  }

  @EachMode
  @Rule("RT-30")
  @DisplayName("Z20 Z22: 100 attempts with growing delays under a limit of 30 s end before 30 s")
  void growingDelays(Mode mode) {
    ScriptedCall<String> call = failing(failure);
    RetryBuilder settings =
        Retry.builder()
            .maxAttempts(100)
            .backoff(Backoff.exponential(seconds(1)))
            .jitter(Jitter.none())
            .totalTimeLimit(seconds(30));

    run(mode, retry(settings), call).assertFailedWith(failure).assertTook(seconds(15));

    assertEquals(5, call.count());
  }

  @EachMode
  @Rule({"RT-31", "RT-06"})
  @DisplayName("a delay that does not fit before the deadline of the context is not waited")
  void deadline(Mode mode) {
    ScriptedCall<String> call = failing(failure);
    Context context = Context.root().withTimeLimit(time, seconds(5));

    run(mode, retry(every(seconds(2))), call, context)
        .assertFailedWith(failure)
        .assertTook(seconds(4));
    assertEquals(Reason.DEADLINE, events.last(RetryFailed.class).reason());
    assertEquals(3, call.count());
    run(mode, retry(every(seconds(2)).wrapExhausted()), call, context)
        .assertFailed(RetryTimeoutException.class);
  }

  @EachMode
  @Rule("RT-31")
  @DisplayName("a delay that ends exactly at the deadline does not fit")
  void deadlineBoundary(Mode mode) {
    ScriptedCall<String> call = failing(failure);

    run(mode, retry(every(seconds(2))), call, Context.root().withTimeLimit(time, seconds(4)))
        .assertTook(seconds(2));

    assertEquals(2, call.count());
  }

  @EachMode
  @Rule("RT-32")
  @DisplayName(
      "V21 C27: the first attempt is made after the deadline too, and a success after the limit is"
          + " returned")
  void neverInterrupts(Mode mode) {
    ScriptedCall<String> call =
        new ScriptedCall<String>().taking(seconds(60), time).succeed("late page");
    Context passed = Context.root().withTimeLimit(time, seconds(1));
    time.advance(seconds(2));

    run(mode, retry(every(seconds(1)).totalTimeLimit(seconds(1))), call, passed)
        .assertReturned("late page")
        .assertTook(seconds(60));
  }
}
