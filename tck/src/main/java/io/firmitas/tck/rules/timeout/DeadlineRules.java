package io.firmitas.tck.rules.timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CircuitState;
import io.firmitas.event.TimeoutExceeded;
import io.firmitas.retry.Retry;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

/** Deadlines, timeouts in timeouts, and policies around and inside them. */
public abstract class DeadlineRules extends TimeoutScenario {
  private final IOException failure = new IOException("down");

  @EachMode
  @Rule({"TO-08", "CX-07"})
  @DisplayName("the context inside has the deadline of the timeout, or an earlier one from outside")
  void deadline(Mode mode) {
    ScriptedCall<String> call = returning("page");

    run(mode, ofSeconds("limit", 10), call);
    run(mode, ofSeconds("limit", 10), call, Context.root().withTimeLimit(time, seconds(3)));
    run(mode, ofSeconds("limit", 10), call, Context.root().withTimeLimit(time, seconds(30)));

    assertEquals(
        List.of(seconds(10), seconds(3), seconds(10)),
        call.contexts().stream().map(context -> context.remaining().orElseThrow()).toList());
  }

  @EachMode
  @Rule("TO-09")
  @DisplayName("an earlier deadline from outside does not end the call")
  void ownLengthOnly(Mode mode) {
    run(
            mode,
            ofSeconds("limit", 10),
            taking(seconds(9)),
            Context.root().withTimeLimit(time, seconds(3)))
        .assertReturned("page")
        .assertTook(seconds(9));
  }

  @EachMode
  @Rule({"TO-10", "TO-09"})
  @DisplayName(
      "of nested timeouts the outer one ends the call when its time is up first; the inner one"
          + " tells of none")
  void outerFirst(Mode mode) {
    Policy<Object> nested = Policies.wrap(ofSeconds("outer", 2), ofSeconds("inner", 5));

    TimeoutExceededException exceeded =
        run(mode, nested, taking(seconds(60)))
            .assertTook(seconds(2))
            .assertInterrupted(false)
            .assertFailed(TimeoutExceededException.class);

    assertEquals("outer", exceeded.policyName());
    assertEquals(
        List.of("outer"),
        events.of(TimeoutExceeded.class).stream().map(TimeoutExceeded::policy).toList());
  }

  @EachMode
  @Rule("TO-10")
  @DisplayName("of nested timeouts the inner one ends the call when its time is up first")
  void innerFirst(Mode mode) {
    Policy<Object> nested = Policies.wrap(ofSeconds("outer", 5), ofSeconds("inner", 2));

    TimeoutExceededException exceeded =
        run(mode, nested, taking(seconds(60)))
            .assertTook(seconds(2))
            .assertFailed(TimeoutExceededException.class);

    assertEquals("inner", exceeded.policyName());
    assertEquals(
        List.of("inner"),
        events.of(TimeoutExceeded.class).stream().map(TimeoutExceeded::policy).toList());
  }

  @EachMode
  @Rule({"TO-17", "TO-18"})
  @DisplayName(
      "F1: each attempt of a retry around a timeout has the full time; a timeout is retried")
  void eachAttempt(Mode mode) {
    ScriptedCall<String> call =
        new ScriptedCall<String>()
            .taking(seconds(60), time)
            .succeed("too late")
            .taking(seconds(2).minusNanos(1), time)
            .succeed("page");
    Policy<Object> policy =
        Policies.wrap(
            retry(Retry.builder().delay(seconds(1)).jitter((d, random) -> d)),
            ofSeconds("limit", 2));

    run(mode, policy, call)
        .assertReturned("page")
        .assertTook(seconds(5).minusNanos(1))
        .assertInterrupted(false);

    assertEquals(nanos(1), call.contexts().get(1).remaining().orElseThrow());
  }

  @EachMode
  @Rule("TO-18")
  @DisplayName("a breaker counts timeouts like any failure")
  void counted(Mode mode) {
    var breaker = breaker(CircuitBreaker.builder().failureThreshold(1));

    run(mode, Policies.wrap(breaker, ofSeconds("limit", 1)), taking(seconds(5)));

    assertEquals(CircuitState.OPEN, breaker.state());
    assertInstanceOf(TimeoutExceededException.class, breaker.snapshot().lastFailure());
  }

  @EachMode
  @Rule({"RT-31", "TO-08"})
  @DisplayName(
      "F22: a retry inside a timeout does not wait past the deadline, and its last failure leaves"
          + " before it")
  void retryInside(Mode mode) {
    Policy<Object> policy =
        Policies.wrap(
            ofSeconds("limit", 5),
            retry(Retry.builder().delay(seconds(3)).jitter((d, random) -> d)));

    run(mode, policy, failing(failure)).assertFailedWith(failure).assertTook(seconds(3));

    assertFalse(events.kinds().contains("TimeoutExceeded"));
  }
}
