package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.event.CallbackFailed;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.retry.RetryTimeoutException;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;

/** What the caller gets from a retry that gives up, and retries on results. */
public abstract class GivingUpRules extends Scenario {
  private final IOException failure = new IOException("down");

  private RetryBuilder everySecond() {
    return Retry.builder("catalog").delay(seconds(1)).jitter((delay, random) -> delay);
  }

  @EachMode
  @Rule({"RT-05", "CX-04"})
  @DisplayName("G44 C25: the last failure itself leaves, unmodified")
  void lastFailure(Mode mode) {
    IOException last = new IOException("last");
    ScriptedCall<String> call = new ScriptedCall<String>().fail(2, failure).fail(last);

    run(mode, retry(everySecond()), call).assertFailedWith(last);

    assertEquals(0, last.getSuppressed().length);
    assertNull(last.getCause());
  }

  @EachMode
  @Rule("RT-06")
  @DisplayName(
      "Z44 Z69 Z104 T174: wrapExhausted tells attempts, elapsed time and the last failure, its"
          + " cause")
  void wrapExhausted(Mode mode) {
    RetryExhaustedException exhausted =
        run(mode, retry(everySecond().wrapExhausted()), failing(failure))
            .assertFailed(RetryExhaustedException.class);

    assertEquals("catalog", exhausted.policyName());
    assertEquals(3, exhausted.attempts());
    assertEquals(seconds(2), exhausted.elapsed());
    assertSame(failure, exhausted.getCause());
    assertEquals(Optional.of(failure), exhausted.lastFailure());
    assertEquals(Optional.empty(), exhausted.lastResult());
  }

  @EachMode
  @Rule("RT-06")
  @DisplayName(
      "Z21 Z23 Z24 Z25 Z70 Z104: for lack of time it is RetryTimeoutException, with the time really"
          + " elapsed")
  void wrapTimeout(Mode mode) {
    ScriptedCall<String> call = failing(failure);

    RetryTimeoutException timeout =
        run(
                mode,
                retry(everySecond().maxAttempts(100).totalTimeLimit(millis(2500)).wrapExhausted()),
                call)
            .assertFailed(RetryTimeoutException.class);

    assertEquals(3, call.count());
    assertEquals(3, timeout.attempts());
    assertEquals(seconds(2), timeout.elapsed());
    assertSame(failure, timeout.getCause());
  }

  @EachMode
  @Rule("RT-07")
  @DisplayName("Z13 Z15: what is not retried leaves as it is, also with wrapExhausted")
  void notRetriedIsNotWrapped(Mode mode) {
    FileNotFoundException fatal = new FileNotFoundException();
    ScriptedCall<String> call = failing(fatal);

    run(mode, retry(everySecond().abortOn(FileNotFoundException.class).wrapExhausted()), call)
        .assertFailedWith(fatal);
    run(mode, retry(everySecond().retryOn(IllegalStateException.class).wrapExhausted()), call)
        .assertFailedWith(fatal);

    assertEquals(2, call.count());
  }

  @EachMode
  @Rule("RT-18")
  @DisplayName("Z17 Z18 Z89: results are retried until one is accepted")
  void untilAccepted(Mode mode) {
    ScriptedCall<String> call =
        new ScriptedCall<String>().succeed("pending").succeed("pending").succeed("done");

    run(
            mode,
            retry(everySecond().maxAttempts(10).retryOnResult(String.class, "pending"::equals)),
            call)
        .assertReturned("done")
        .assertTook(seconds(2));

    assertEquals(3, call.count());
  }

  @EachMode
  @Rule("RT-18")
  @DisplayName("Z18: retryOnNull retries null until there is something")
  void untilSomething(Mode mode) {
    ScriptedCall<String> call =
        new ScriptedCall<String>().succeed(nothing()).succeed(nothing()).succeed("done");

    run(mode, retry(everySecond().maxAttempts(10).retryOnNull()), call).assertReturned("done");

    assertEquals(3, call.count());
  }

  @EachMode
  @Rule({"RT-18", "CX-15"})
  @DisplayName(
      "Z52: null is returned as it is by default, and results of another type are not looked at")
  void resultsAreNotLookedAt(Mode mode) {
    ScriptedCall<String> call = new ScriptedCall<String>().succeed(nothing());

    run(mode, retry(everySecond()), call).assertReturned(null);
    run(mode, retry(everySecond().retryOnResult(Integer.class, number -> true)), call)
        .assertReturned(null);

    assertEquals(2, call.count());
  }

  @EachMode
  @Rule("RT-18")
  @DisplayName("F23: a condition on null results is not met by a call that threw")
  void neverWhenItThrew(Mode mode) {
    ScriptedCall<String> call = failing(failure);

    run(mode, retry(everySecond().retryOn(IllegalStateException.class).retryOnNull()), call)
        .assertFailedWith(failure);

    assertEquals(1, call.count());
  }

  @EachMode
  @Rule("RT-19")
  @DisplayName(
      "V23: giving up on a result throws RetryExhaustedException with the result, which the message"
          + " does not show")
  void givingUpOnResult(Mode mode) {
    RetryExhaustedException exhausted =
        run(
                mode,
                retry(everySecond().retryOnResult(String.class, result -> true)),
                returning("secret token"))
            .assertFailed(RetryExhaustedException.class);

    assertEquals(3, exhausted.attempts());
    assertEquals(seconds(2), exhausted.elapsed());
    assertEquals(Optional.of("secret token"), exhausted.lastResult());
    assertNull(exhausted.getCause());
    assertFalse(exhausted.getMessage().contains("secret"), exhausted.getMessage());
  }

  @EachMode
  @Rule("RT-19")
  @DisplayName(
      "giving up on a result for lack of time: RetryTimeoutException only with wrapExhausted")
  void givingUpOnResultForLackOfTime(Mode mode) {
    RetryBuilder settings =
        everySecond()
            .maxAttempts(50)
            .totalTimeLimit(millis(1500))
            .retryOnResult(String.class, result -> true);

    run(mode, retry(settings), returning("pending")).assertFailed(RetryExhaustedException.class);
    RetryTimeoutException timeout =
        run(mode, retry(settings.wrapExhausted()), returning("pending"))
            .assertFailed(RetryTimeoutException.class);

    assertEquals(2, timeout.attempts());
    assertEquals(Optional.of("pending"), timeout.lastResult());
  }

  @EachMode
  @Rule({"RT-18", "RT-05"})
  @DisplayName("a failure after rejected results leaves as the last failure")
  void failureAfterResults(Mode mode) {
    ScriptedCall<String> call =
        new ScriptedCall<String>().succeed("pending").succeed("pending").fail(failure);

    run(mode, retry(everySecond().retryOnResult(String.class, "pending"::equals)), call)
        .assertFailedWith(failure);
  }

  @EachMode
  @Rule("RT-20")
  @DisplayName("a condition on results that throws is reported, and the result is accepted")
  void throwingCondition(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken condition");
    ScriptedCall<String> call = returning("page");

    run(
            mode,
            retry(
                everySecond()
                    .retryOnResult(
                        String.class,
                        result -> {
                          throw broken;
                        })),
            call)
        .assertReturned("page");

    assertEquals(1, call.count());
    assertEquals(broken, events.last(CallbackFailed.class).failure());
  }
}
