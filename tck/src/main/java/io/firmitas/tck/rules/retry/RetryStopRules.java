package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryFailed.Reason;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Interrupts and cancellation of retries. */
public abstract class RetryStopRules extends Scenario {
  private final IOException failure = new IOException("down");

  @Test
  @Rule({"RT-33", "EV-10"})
  @DisplayName(
      "F3 H6 G43 C51: an interrupt in a delay: InterruptedException with the last failure"
          + " suppressed, flag set")
  void interruptedInDelay() {
    Thread caller = Thread.currentThread();
    ScriptedCall<String> script = failing(failure);
    time.schedule(millis(100).toNanos(), caller::interrupt);

    Outcome outcome =
        call(
            retry(Retry.builder().delay(seconds(5)).jitter((delay, random) -> delay)),
            script.asCall());

    InterruptedException interrupted = outcome.assertFailed(InterruptedException.class);
    assertEquals(List.of(failure), List.of(interrupted.getSuppressed()));
    outcome.assertInterrupted(true).assertTook(millis(100));
    assertEquals(1, script.count());
    assertEquals(Reason.INTERRUPTED, events.last(RetryFailed.class).reason());
    assertEquals(1, events.last(RetryFailed.class).attempts());
  }

  @Test
  @Rule("RT-33")
  @DisplayName(
      "a failed attempt that leaves the interrupt flag set is not repeated, also when the delay is"
          + " zero")
  void flagBeforeDelay() {
    for (Duration delay : List.of(seconds(0), seconds(5))) {
      ScriptedCall<String> script = failing(failure);

      Outcome outcome =
          call(
              retry(Retry.builder().delay(delay).jitter((each, random) -> each)),
              context -> {
                Thread.currentThread().interrupt();
                return script.call();
              });

      InterruptedException interrupted = outcome.assertFailed(InterruptedException.class);
      assertEquals(List.of(failure), List.of(interrupted.getSuppressed()));
      outcome.assertInterrupted(true);
      assertEquals(1, script.count());
    }
  }

  @Test
  @Rule({"RT-34", "RT-14", "CX-14"})
  @DisplayName(
      "R20 P5: InterruptedException of the call leaves unchanged after one attempt, with the flag"
          + " set")
  void interruptOfTheCall() {
    InterruptedException interrupt = new InterruptedException("by the call");
    ScriptedCall<String> script = failing(interrupt);

    Outcome outcome = call(retry(Retry.builder().delay(seconds(0))), script.asCall());

    outcome.assertFailedWith(interrupt).assertInterrupted(true);
    assertEquals(1, script.count());
    assertEquals(0, interrupt.getSuppressed().length);
  }

  @Test
  @Rule("RT-35")
  @DisplayName("S13: the flag that a successful call sets is still set when the retry returns")
  void flagOfASuccessfulCall() {
    Outcome first =
        call(
            retry(Retry.builder()),
            context -> {
              Thread.currentThread().interrupt();
              return "page";
            });
    first.assertReturned("page").assertInterrupted(true);

    Outcome second =
        call(
            retry(Retry.builder().delay(seconds(0))),
            context -> {
              if (context.attempt() == 1) {
                throw failure;
              }
              Thread.currentThread().interrupt();
              return "page";
            });
    second.assertReturned("page").assertInterrupted(true);
  }

  /** What the caller of a cancelled call gets is one of two. */
  private void assertStopped(Outcome outcome) {
    if (outcome.failure() != failure) {
      outcome.assertFailed(CancellationException.class);
    }
  }

  @EachMode
  @Rule("RT-36")
  @DisplayName("no attempt follows once the context has been cancelled during an attempt")
  void cancelledDuringAttempt(Mode mode) {
    Cancellation cancellation = new Cancellation();
    ScriptedCall<String> script = new ScriptedCall<String>().taking(seconds(2), time).fail(failure);
    time.schedule(seconds(1).toNanos(), cancellation::cancel);

    Outcome outcome =
        run(
            mode,
            retry(Retry.builder().delay(seconds(0))),
            script,
            Context.root().withCancellation(cancellation));

    assertStopped(outcome);
    assertEquals(1, script.count());
    assertEquals(0, time.pendingTimers());
  }

  @EachMode
  @Rule({"RT-36", "RT-29"})
  @DisplayName("a delay ends when the context is cancelled, and no attempt follows")
  void cancelledDuringDelay(Mode mode) {
    Cancellation cancellation = new Cancellation();
    ScriptedCall<String> script = failing(failure);
    time.schedule(seconds(1).toNanos(), cancellation::cancel);

    Outcome outcome =
        run(
            mode,
            retry(Retry.builder().delay(seconds(50)).jitter((delay, random) -> delay)),
            script,
            Context.root().withCancellation(cancellation));

    assertStopped(outcome);
    outcome.assertTook(seconds(1)).assertInterrupted(false);
    assertEquals(1, script.count());
    assertEquals(0, time.pendingTimers());
    assertSame(Reason.INTERRUPTED, events.last(RetryFailed.class).reason());
  }

  @EachMode
  @Rule({"RT-36", "RT-32"})
  @DisplayName("a context that was cancelled before the call gives one attempt and no delay")
  void cancelledBefore(Mode mode) {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    ScriptedCall<String> script = failing(failure);

    run(mode, retry(Retry.builder()), script, Context.root().withCancellation(cancellation));

    assertEquals(1, script.count());
    assertEquals(List.of(), waits(mode));
  }
}
