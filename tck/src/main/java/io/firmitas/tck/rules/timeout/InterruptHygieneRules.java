package io.firmitas.tck.rules.timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.timeout.TimeoutExceededException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whose interrupt is it: the synchronous timeout and the caller's thread. */
public abstract class InterruptHygieneRules extends TimeoutScenario {
  @Test
  @Rule("TO-03")
  @DisplayName(
      "the call runs on the caller's thread, is interrupted at the limit, and the flag is clear"
          + " afterwards")
  void ownInterrupt() {
    Thread[] ran = new Thread[1];
    Duration[] interruptedAt = new Duration[1];

    Outcome outcome =
        call(
            oneSecond(),
            context -> {
              ran[0] = Thread.currentThread();
              try {
                time.sleep(seconds(10).toNanos());
                return "not interrupted";
              } catch (InterruptedException interrupted) {
                interruptedAt[0] = time.elapsed();
                throw interrupted;
              }
            });

    outcome
        .assertInterrupted(false)
        .assertTook(seconds(1))
        .assertFailed(TimeoutExceededException.class);
    assertSame(Thread.currentThread(), ran[0]);
    assertEquals(seconds(1), interruptedAt[0]);
  }

  @Test
  @Rule("TO-03")
  @DisplayName(
      "the flag is clear also when the call swallows our interrupt, or restores it, and returns")
  void swallowedInterrupt() {
    for (boolean restores : new boolean[] {false, true}) {
      Outcome outcome =
          call(
              oneSecond(),
              context -> {
                try {
                  time.sleep(seconds(10).toNanos());
                } catch (InterruptedException interrupted) {
                  if (restores) {
                    Thread.currentThread().interrupt();
                  }
                }
                return "late";
              });

      outcome.assertInterrupted(false).assertFailed(TimeoutExceededException.class);
    }
  }

  @Test
  @Rule({"TO-03", "TO-15"})
  @DisplayName("S1: an Error at once leaves no interrupt behind for what the thread does next")
  void errorAtOnce() throws Exception {
    AssertionError error = new AssertionError("bug");

    call(
            oneSecond(),
            context -> {
              throw error;
            })
        .assertFailedWith(error)
        .assertInterrupted(false);
    time.sleep(seconds(3).toNanos());

    assertEquals(0, time.timersFired());
  }

  @Test
  @Rule("TO-04")
  @DisplayName("H5 S13: a flag that the call sets is still set when it returned in time")
  void flagOfTheCall() {
    call(
            oneSecond(),
            context -> {
              Thread.currentThread().interrupt();
              return "page";
            })
        .assertReturned("page")
        .assertInterrupted(true);
  }

  @Test
  @Rule("TO-04")
  @DisplayName("H5: a foreign interrupt of the call is not reported as a timeout")
  void foreignInterrupt() {
    Thread caller = Thread.currentThread();
    time.schedule(millis(100).toNanos(), caller::interrupt);
    InterruptedException[] thrown = new InterruptedException[1];

    Outcome outcome =
        call(
            oneSecond(),
            context -> {
              try {
                time.sleep(seconds(10).toNanos());
                return "not interrupted";
              } catch (InterruptedException interrupted) {
                thrown[0] = interrupted;
                throw interrupted;
              }
            });

    outcome.assertTook(millis(100)).assertFailedWith(thrown[0]);
    assertTrue(events.kinds().stream().noneMatch("TimeoutExceeded"::equals));
    assertEquals(0, time.pendingTimers());
  }

  @Test
  @Rule({"TO-04", "TO-03"})
  @DisplayName("a foreign flag that was set before our interrupt is still set after the timeout")
  void foreignBeforeOurs() {
    Outcome outcome =
        call(
            oneSecond(),
            context -> {
              Thread.currentThread().interrupt();
              time.advance(seconds(2));
              return "late";
            });

    outcome.assertInterrupted(true).assertFailed(TimeoutExceededException.class);
  }

  @Test
  @Rule({"TO-17", "TO-04"})
  @DisplayName(
      "F1: after a first attempt that timed out, a flag that the second attempt sets stays set")
  void staleMark() {
    Policy<@Nullable Object> policy =
        Policies.wrap(retry(Retry.builder().delay(seconds(0))), oneSecond());

    call(
            policy,
            context -> {
              if (context.attempt() == 1) {
                time.sleep(seconds(10).toNanos());
              }
              Thread.currentThread().interrupt();
              return "ok";
            })
        .assertReturned("ok")
        .assertInterrupted(true);
  }
}
