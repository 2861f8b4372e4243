package io.firmitas.tck.rules.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firmitas.backoff.Jitter;
import io.firmitas.event.AttemptStarted;
import io.firmitas.event.RetrySucceeded;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.retry.RetryTimeoutException;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.ScriptedCall;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Attempts as a loop. */
public abstract class AttemptLoopRules extends Scenario {
  private final IOException failure = new IOException("down");

  private RetryBuilder everySecond() {
    return Retry.builder()
        .delay(seconds(1))
        .jitter(Jitter.none())
        .abortOn(FileNotFoundException.class);
  }

  private List<Integer> loop(Retry retry, ScriptedCall<String> call) throws Exception {
    List<Integer> numbers = new ArrayList<>();
    for (Attempt attempt : retry.attempts()) {
      numbers.add(attempt.number());
      attempt.run(call::call);
    }
    return numbers;
  }

  @Test
  @Rule("RT-38")
  @DisplayName(
      "Z39 Z40 Z41 Z67 Z93: retried failures are swallowed, a success ends the loop, delays lie"
          + " between")
  void success() throws Exception {
    Retry retry = retry(everySecond());

    assertEquals(
        List.of(1, 2, 3), loop(retry, new ScriptedCall<String>().fail(2, failure).succeed("page")));
    assertEquals(seconds(2), time.elapsed());
    assertEquals(List.of(1), loop(retry, returning("page")));

    assertEquals(4, events.of(AttemptStarted.class).size());
    assertEquals(1, events.last(RetrySucceeded.class).attempts());
  }

  @Test
  @Rule("RT-38")
  @DisplayName("Z94: a failure that is not retried is thrown as it is, after one attempt")
  void notRetried() {
    FileNotFoundException fatal = new FileNotFoundException();
    ScriptedCall<String> call = failing(fatal);

    Throwable thrown =
        assertThrows(FileNotFoundException.class, () -> loop(retry(everySecond()), call));

    assertSame(fatal, thrown);
    assertEquals(1, call.count());
  }

  @Test
  @Rule("RT-38")
  @DisplayName("Z40: an attempt tells whether its body succeeded, which ends the loop")
  void succeeded() throws Exception {
    ScriptedCall<String> call = new ScriptedCall<String>().fail(failure).succeed("page");
    List<Boolean> succeeded = new ArrayList<>();

    for (Attempt attempt : retry(everySecond()).attempts()) {
      succeeded.add(attempt.run(call::call));
    }

    assertEquals(List.of(false, true), succeeded);
  }

  @Test
  @Rule({"RT-38", "RT-34"})
  @DisplayName("R20: an InterruptedException of an attempt leaves as it is, with the flag set")
  void interrupted() {
    InterruptedException interrupt = new InterruptedException("by the call");
    Retry retry = retry(everySecond());

    Throwable thrown =
        assertThrows(InterruptedException.class, () -> loop(retry, failing(interrupt)));

    assertEquals(true, Thread.interrupted());
    assertSame(interrupt, thrown);
  }

  @Test
  @Rule({"RT-38", "RT-10"})
  @DisplayName("a loop that skipWhen makes without retries throws the failure as it is")
  void skipped() {
    ScriptedCall<String> call = failing(failure);

    Throwable thrown =
        assertThrows(
            IOException.class, () -> loop(retry(everySecond().skipWhen(context -> true)), call));

    assertSame(failure, thrown);
    assertEquals(1, call.count());
  }

  @Test
  @Rule("RT-39")
  @DisplayName(
      "Z42 Z44 Z69: a loop whose attempts are used up throws RetryExhaustedException with the last"
          + " failure")
  void exhausted() {
    RetryExhaustedException exhausted =
        assertThrows(
            RetryExhaustedException.class, () -> loop(retry(everySecond()), failing(failure)));

    assertEquals(3, exhausted.attempts());
    assertSame(failure, exhausted.getCause());
    assertEquals(seconds(2), time.elapsed());
  }

  @Test
  @Rule("RT-39")
  @DisplayName("Z70 Z94 C26: a loop that lacks time throws RetryTimeoutException at once")
  void lackOfTime() {
    RetryTimeoutException timeout =
        assertThrows(
            RetryTimeoutException.class,
            () ->
                loop(
                    retry(everySecond().maxAttempts(50).totalTimeLimit(millis(1_500))),
                    failing(failure)));

    assertEquals(2, timeout.attempts());
    assertSame(failure, timeout.getCause());
    assertEquals(seconds(1), time.elapsed());
  }

  @Test
  @Rule({"RT-40", "RT-38"})
  @DisplayName("U14: an attempt is marked by hand, once")
  void markedOnce() throws Exception {
    Iterator<Attempt> attempts = retry(everySecond()).attempts().iterator();

    Attempt first = attempts.next();
    first.failure(failure);
    assertThrows(IllegalStateException.class, () -> first.failure(failure));
    assertThrows(IllegalStateException.class, first::success);
    assertThrows(IllegalStateException.class, () -> first.run(() -> {}));
    assertEquals(true, attempts.hasNext());
    Attempt second = attempts.next();
    assertEquals(2, second.number());
    assertThrows(IllegalStateException.class, first::success);
    second.success();

    assertEquals(false, attempts.hasNext());
  }

  @Test
  @Rule("RT-40")
  @DisplayName("going on without having marked an attempt is an error")
  void unmarked() {
    Iterator<Attempt> attempts = retry(everySecond()).attempts().iterator();
    attempts.next();

    assertThrows(IllegalStateException.class, attempts::hasNext);
  }

  @Test
  @Rule("RT-38")
  @DisplayName("each iteration is a call of its own")
  void iterations() throws Exception {
    Iterable<Attempt> attempts = retry(everySecond()).attempts();

    for (int round = 0; round < 2; round++) {
      Attempt attempt = attempts.iterator().next();
      assertEquals(1, attempt.number());
      attempt.success();
    }
    assertEquals(2, events.of(RetrySucceeded.class).size());
  }
}
