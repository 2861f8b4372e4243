package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.backoff.Jitter;
import io.firmitas.event.CallbackFailed;
import io.firmitas.retry.DelayFunction;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;

/** Delays chosen by the failure. */
public abstract class ChosenDelayRules extends Scenario {
  private final IOException failure = new IOException("down");

  private RetryBuilder choosing(DelayFunction function) {
    return Retry.builder().delay(seconds(1)).jitter(Jitter.none()).delayFor(function);
  }

  @EachMode
  @Rule("RT-24")
  @DisplayName("G81: what delayFor returns replaces backoff and jitter")
  void replaces(Mode mode) {
    RetryBuilder settings =
        Retry.builder()
            .delay(seconds(50))
            .delayFor((thrown, attempt) -> millis(10L << (attempt - 1)));

    run(mode, retry(settings.maxAttempts(4)), failing(failure));

    assertEquals(List.of(millis(10), millis(20), millis(40)), waits(mode));
    assertEquals(0, time.randomReads());
  }

  @EachMode
  @Rule({"RT-24", "RT-21"})
  @DisplayName("delays that delayFor chooses are capped as well")
  void capped(Mode mode) {
    run(
        mode,
        retry(
            choosing((thrown, attempt) -> Duration.ofSeconds(Long.MAX_VALUE)).maxDelay(seconds(9))),
        failing(failure));

    assertEquals(List.of(seconds(9), seconds(9)), waits(mode));
  }

  @EachMode
  @Rule("RT-24")
  @DisplayName("F6: null leaves the choice to the backoff")
  void noOpinion(Mode mode) {
    run(mode, retry(choosing((thrown, attempt) -> null)), failing(failure))
        .assertFailedWith(failure);

    assertEquals(List.of(seconds(1), seconds(1)), waits(mode));
    assertEquals(0, events.of(CallbackFailed.class).size());
  }

  @EachMode
  @Rule("RT-24")
  @DisplayName("delayFor gets the unwrapped failure and the number of the attempt that failed")
  void arguments(Mode mode) {
    List<String> seen = new ArrayList<>();
    ScriptedCall<String> call = failing(new CompletionException(failure));

    run(
        mode,
        retry(
            choosing(
                (thrown, attempt) -> {
                  assertSame(failure, thrown);
                  seen.add("attempt " + attempt);
                  return Duration.ZERO;
                })),
        call);

    assertEquals(List.of("attempt 1", "attempt 2"), seen);
    assertEquals(0, events.of(CallbackFailed.class).size());
  }

  @EachMode
  @Rule("RT-24")
  @DisplayName("delayFor is not asked about rejected results, for which there is no failure")
  void notForResults(Mode mode) {
    run(
            mode,
            retry(
                choosing((thrown, attempt) -> seconds(7))
                    .retryOnResult(String.class, "pending"::equals)),
            new ScriptedCall<String>().succeed("pending").succeed("done"))
        .assertReturned("done");

    assertEquals(List.of(seconds(1)), waits(mode));
    assertEquals(0, events.of(CallbackFailed.class).size());
  }

  @EachMode
  @Rule({"RT-25", "CX-14"})
  @DisplayName(
      "F6: delayFor that throws is reported, the backoff decides, and the call's failure leaves"
          + " unmodified")
  void throwing(Mode mode) {
    IllegalStateException broken = new IllegalStateException("broken function");

    run(
            mode,
            retry(
                choosing(
                    (thrown, attempt) -> {
                      throw broken;
                    })),
            failing(failure))
        .assertFailedWith(failure);

    assertEquals(List.of(seconds(1), seconds(1)), waits(mode));
    assertEquals(2, events.of(CallbackFailed.class).size());
    assertSame(broken, events.last(CallbackFailed.class).failure());
    assertEquals(0, failure.getSuppressed().length);
  }

  @EachMode
  @Rule("RT-25")
  @DisplayName("a negative delay of delayFor is reported, and the backoff decides")
  void negative(Mode mode) {
    run(mode, retry(choosing((thrown, attempt) -> seconds(-1))), failing(failure))
        .assertFailedWith(failure);

    assertEquals(List.of(seconds(1), seconds(1)), waits(mode));
    assertEquals(2, events.of(CallbackFailed.class).size());
  }
}
