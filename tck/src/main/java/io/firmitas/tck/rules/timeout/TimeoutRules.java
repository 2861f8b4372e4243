package io.firmitas.tck.rules.timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.event.PolicyEvent;
import io.firmitas.event.TimeoutExceeded;
import io.firmitas.event.TimeoutKept;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

/** Ending in time, ending late, and deadlines. */
public abstract class TimeoutRules extends TimeoutScenario {
  private final IOException failure = new IOException("down");

  @EachMode
  @Rule({"TO-01", "CX-04"})
  @DisplayName("a result or a failure within the time passes as it is")
  void inTime(Mode mode) {
    Timeout timeout = ofSeconds("limit", 2);

    run(mode, timeout, taking(seconds(2).minusNanos(1)))
        .assertReturned("page")
        .assertTook(seconds(2).minusNanos(1));
    run(mode, timeout, new ScriptedCall<String>().taking(seconds(1), time).fail(failure))
        .assertFailedWith(failure)
        .assertTook(seconds(1));
  }

  @EachMode
  @Rule("TO-02")
  @DisplayName(
      "a call that takes too long ends at the limit, with the name and length of the timeout")
  void tooLong(Mode mode) {
    TimeoutExceededException exceeded =
        run(mode, ofSeconds("limit", 2), taking(seconds(60)))
            .assertTook(seconds(2))
            .assertInterrupted(false)
            .assertFailed(TimeoutExceededException.class);

    assertEquals("limit", exceeded.policyName());
    assertEquals(seconds(2), exceeded.timeout());
    assertEquals(0, exceeded.getSuppressed().length);
  }

  @EachMode
  @Rule("TO-02")
  @DisplayName("S25: a call that takes exactly the limit has taken too long")
  void exactly(Mode mode) {
    run(mode, ofSeconds("limit", 2), taking(seconds(2)))
        .assertFailed(TimeoutExceededException.class);
  }

  @EachMode
  @Rule({"TO-15", "RN-07"})
  @DisplayName(
      "R16 H11 S1: no timer is left behind by a result, a failure, an error, or the end of the"
          + " time")
  void noTimerLeft(Mode mode) {
    Timeout timeout = ofSeconds("limit", 300);

    for (int index = 0; index < 100; index++) {
      run(mode, timeout, returning("page"));
      run(mode, timeout, failing(failure));
      run(mode, timeout, failing(new AssertionError()));
      run(mode, timeout, taking(seconds(1)));
    }
    assertEquals(0, time.pendingTimers());
    run(mode, timeout, taking(seconds(1_000)));
    time.runPending();

    assertEquals(0, time.pendingTimers());
  }

  @EachMode
  @Rule({"TO-16", "RN-04"})
  @DisplayName("S6: a timeout of one nanosecond works")
  void oneNanosecond(Mode mode) {
    Timeout timeout = timeout(Timeout.builder(nanos(1)));

    run(mode, timeout, returning("page")).assertReturned("page");
    run(mode, timeout, taking(nanos(1))).assertFailed(TimeoutExceededException.class);
    run(mode, timeout, taking(seconds(1)))
        .assertTook(nanos(1))
        .assertFailed(TimeoutExceededException.class);
  }

  @EachMode
  @Rule({"TO-16", "RN-03"})
  @DisplayName("a timeout of Long.MAX_VALUE seconds never ends a call")
  void endless(Mode mode) {
    Timeout timeout = timeout(Timeout.builder(Duration.ofSeconds(Long.MAX_VALUE)));
    ScriptedCall<String> call = taking(Duration.ofDays(36_500));

    run(mode, timeout, call).assertReturned("page");

    assertTrue(call.contexts().get(0).remaining().orElseThrow().compareTo(Duration.ofDays(10)) > 0);
    assertEquals(0, time.pendingTimers());
  }

  @EachMode
  @Rule({"EV-11", "EV-13"})
  @DisplayName(
      "a call in time and a call out of time publish one event each, with the time they took")
  void events(Mode mode) {
    Timeout timeout = ofSeconds("limit", 2);

    run(mode, timeout, taking(seconds(1)));
    run(mode, timeout, new ScriptedCall<String>().taking(seconds(1), time).fail(failure));
    run(mode, timeout, taking(seconds(5)));
    run(mode, timeout, returning("page"));

    assertEquals(
        List.<PolicyEvent>of(
            new TimeoutKept("limit", seconds(2), seconds(1)),
            new TimeoutKept("limit", seconds(2), seconds(1)),
            new TimeoutExceeded("limit", seconds(2), seconds(2)),
            new TimeoutKept("limit", seconds(2), seconds(0))),
        events.all());
  }
}
