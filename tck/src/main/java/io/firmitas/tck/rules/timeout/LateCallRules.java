package io.firmitas.tck.rules.timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.Call;
import io.firmitas.FailureMatcher;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.TimeoutExceeded;
import io.firmitas.event.TimeoutKept;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Rule;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Synchronous calls that end after the time was up. */
public abstract class LateCallRules extends TimeoutScenario {
  /** Sleeps on and on, however often it is interrupted, as ill-behaved code does. */
  private void sleepThrough(Duration duration) {
    Duration end = time.elapsed().plus(duration);
    while (time.elapsed().compareTo(end) < 0) {
      try {
        time.sleep(end.minus(time.elapsed()).toNanos());
      } catch (InterruptedException ignored) {
        // and goes on
      }
    }
  }

  @Test
  @Rule("TO-05")
  @DisplayName("P24: the result of a call that ignores interrupts is discarded; the caller is late")
  void ignoresInterrupts() {
    call(
            oneSecond(),
            context -> {
              sleepThrough(seconds(5));
              return "late";
            })
        .assertInterrupted(false)
        .assertTook(seconds(5))
        .assertFailed(TimeoutExceededException.class);
  }

  @Test
  @Rule({"TO-06", "CX-05"})
  @DisplayName("H8: an Error after the time was up leaves as that error")
  void lateError() {
    AssertionError error = new AssertionError("bug");

    call(
            oneSecond(),
            context -> {
              sleepThrough(seconds(2));
              throw error;
            })
        .assertInterrupted(false)
        .assertFailedWith(error);
  }

  @Test
  @Rule("TO-07")
  @DisplayName("an exception after the time was up is suppressed in ours; our own interrupt is not")
  void lateException() {
    IOException late = new IOException("late");

    TimeoutExceededException exceeded =
        call(
                oneSecond(),
                context -> {
                  sleepThrough(seconds(2));
                  throw late;
                })
            .assertInterrupted(false)
            .assertFailed(TimeoutExceededException.class);
    assertEquals(List.of(late), List.of(exceeded.getSuppressed()));
    TimeoutExceededException bare =
        call(
                oneSecond(),
                context -> {
                  time.sleep(seconds(2).toNanos());
                  return "not interrupted";
                })
            .assertFailed(TimeoutExceededException.class);

    assertEquals(0, bare.getSuppressed().length);
  }

  @Test
  @Rule("TO-13")
  @DisplayName(
      "F22: without interrupt the call ends by itself; the caller is late and gets the timeout"
          + " nevertheless")
  void withoutInterrupt() {
    call(
            timeout(Timeout.builder(seconds(1)).withoutInterrupt()),
            context -> {
              time.sleep(seconds(5).toNanos());
              return "late";
            })
        .assertInterrupted(false)
        .assertTook(seconds(5))
        .assertFailed(TimeoutExceededException.class);
  }

  private Timeout oneSecondWithoutInterrupt() {
    return timeout(Timeout.builder(seconds(1)).withoutInterrupt());
  }

  @Test
  @Rule({"TO-13", "TO-06"})
  @DisplayName("without interrupt too an Error after the time leaves as it is")
  void lateErrorWithoutInterrupt() {
    AssertionError error = new AssertionError("bug");

    call(oneSecondWithoutInterrupt(), taking(seconds(2), error)).assertFailedWith(error);
  }

  @Test
  @Rule({"TO-13", "TO-04"})
  @DisplayName("without interrupt an InterruptedException after the time is foreign")
  void foreignInterruptWithoutInterrupt() {
    InterruptedException foreign = new InterruptedException();

    call(oneSecondWithoutInterrupt(), taking(seconds(2), foreign)).assertFailedWith(foreign);
  }

  @Test
  @Rule({"TO-13", "TO-07"})
  @DisplayName("without interrupt too an exception after the time is suppressed in ours")
  void lateExceptionWithoutInterrupt() {
    IOException late = new IOException("late");

    TimeoutExceededException exceeded =
        call(oneSecondWithoutInterrupt(), taking(seconds(2), late))
            .assertFailed(TimeoutExceededException.class);

    assertEquals(List.of(late), List.of(exceeded.getSuppressed()));
  }

  @Test
  @Rule({"TO-13", "EV-11", "TO-01"})
  @DisplayName("without interrupt too every call publishes one event")
  void eventsWithoutInterrupt() {
    IOException failure = new IOException("down");
    Timeout patient = timeout(Timeout.builder(seconds(2)).name("limit").withoutInterrupt());

    call(patient, context -> "page").assertReturned("page");
    call(patient, taking(seconds(1), failure)).assertFailedWith(failure);
    call(patient, taking(seconds(3), failure));

    assertEquals(
        List.<PolicyEvent>of(
            new TimeoutKept("limit", seconds(2), seconds(0)),
            new TimeoutKept("limit", seconds(2), seconds(1)),
            new TimeoutExceeded("limit", seconds(2), seconds(3))),
        events.all());
  }

  private Call<String> taking(Duration duration, Throwable failure) {
    return context -> {
      time.advance(duration);
      throw FailureMatcher.rethrow(failure);
    };
  }

  @Test
  @Rule({"TO-13", "RT-31"})
  @DisplayName("F22: a timeout without interrupt around a retry cuts the retry's delay short")
  void delayCutShort() {
    IOException failure = new IOException("down");
    Policy<@Nullable Object> policy =
        Policies.wrap(
            timeout(Timeout.builder(seconds(2)).withoutInterrupt()),
            retry(Retry.builder().delay(seconds(3)).jitter((delay, random) -> delay)));

    call(
            policy,
            context -> {
              throw failure;
            })
        .assertTook(seconds(0))
        .assertFailedWith(failure);
  }
}
