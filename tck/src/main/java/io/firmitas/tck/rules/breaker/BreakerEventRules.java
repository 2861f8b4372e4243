package io.firmitas.tck.rules.breaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallIgnored;
import io.firmitas.event.CircuitCallPermitted;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.event.CircuitCallSucceeded;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.PolicyEvent;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The events of a breaker. */
public abstract class BreakerEventRules extends Scenario {
  private final IOException failure = new IOException("down");

  private CircuitBreaker breakerOf(int threshold) {
    return breaker(
        CircuitBreaker.builder("catalog")
            .failureThreshold(threshold)
            .openTime(seconds(60))
            .ignore(IllegalStateException.class));
  }

  @EachMode
  @Rule("EV-03")
  @DisplayName(
      "T58 Z35: an opening tells states, failures, open time, cause, wall clock and the time"
          + " before it")
  void opening(Mode mode) {
    CircuitBreaker breaker = breakerOf(2);
    time.advance(seconds(7));
    repeat(2, mode, breaker, failing(failure));

    CircuitStateChanged change = events.last(CircuitStateChanged.class);
    assertEquals("catalog", change.policy());
    assertEquals(CircuitState.CLOSED, change.from());
    assertEquals(CircuitState.OPEN, change.to());
    assertEquals(2, change.failures());
    assertEquals(seconds(60), change.openTime());
    assertEquals(seconds(7), change.timeInPreviousState());
    assertSame(failure, change.cause().orElseThrow());
    assertEquals(time.instant(), change.at());
    assertEquals(1, events.of(CircuitStateChanged.class).size());
  }

  @EachMode
  @Rule({"EV-04", "EV-03"})
  @DisplayName(
      "T62 C29 V19: only half-open to open is a reopening; closing shows no failures and no cause")
  void reopened(Mode mode) {
    CircuitBreaker breaker = breakerOf(1);
    run(mode, breaker, failing(failure));
    time.advance(seconds(60));
    run(mode, breaker, failing(failure));
    time.advance(seconds(60));
    run(mode, breaker, returning("page"));

    List<CircuitStateChanged> changes = events.of(CircuitStateChanged.class);
    assertEquals(
        List.of(false, false, true, false, false),
        changes.stream().map(CircuitStateChanged::reopened).toList());
    CircuitStateChanged closing = changes.get(4);
    assertEquals(0, closing.failures());
    assertTrue(closing.cause().isEmpty());
    assertEquals(seconds(0), closing.openTime());
    assertEquals(seconds(60), changes.get(3).timeInPreviousState());
  }

  @EachMode
  @Rule({"EV-03", "EV-02"})
  @DisplayName(
      "U4 Z58: the hooks onOpen, onHalfOpen, onClose, onFailure, onSuccess, onRejected get"
          + " their events only")
  void hooks(Mode mode) {
    StringBuilder heard = new StringBuilder();
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder()
                .failureThreshold(1)
                .openTime(seconds(60))
                .onOpen(change -> heard.append("open "))
                .onHalfOpen(change -> heard.append("half "))
                .onClose(change -> heard.append("close "))
                .onFailure(failed -> heard.append("bad "))
                .onSuccess(success -> heard.append("good "))
                .onRejected(refused -> heard.append("no ")));

    run(mode, breaker, failing(failure));
    run(mode, breaker, returning("page"));
    time.advance(seconds(60));
    run(mode, breaker, failing(failure));
    time.advance(seconds(60));
    run(mode, breaker, returning("page"));

    String expected = "bad open no half bad open half good close ";
    assertEquals(List.of(expected.split(" ")), failuresBeforeChanges(heard.toString()));
  }

  /** The order of an outcome and of the change of state that it causes is free. */
  private static List<String> failuresBeforeChanges(String heard) {
    return List.of(
        heard.replace("open bad", "bad open").replace("close good", "good close").split(" "));
  }

  @EachMode
  @Rule("EV-05")
  @DisplayName(
      "T153: an admitted call is permitted and then succeeds, fails or is ignored, with the state"
          + " after it")
  void admitted(Mode mode) {
    CircuitBreaker breaker = breakerOf(2);

    run(mode, breaker, returning("page"));
    run(mode, breaker, failing(new IllegalStateException()));
    run(mode, breaker, failing(failure));
    assertEquals(
        List.of(
            "CircuitCallPermitted",
            "CircuitCallSucceeded",
            "CircuitCallPermitted",
            "CircuitCallIgnored",
            "CircuitCallPermitted",
            "CircuitCallFailed"),
        events.kinds());
    CircuitCallFailed first = events.last(CircuitCallFailed.class);
    run(mode, breaker, failing(failure));

    assertEquals(CircuitState.CLOSED, events.last(CircuitCallPermitted.class).state());
    assertEquals(CircuitState.CLOSED, events.last(CircuitCallSucceeded.class).state());
    assertEquals(CircuitState.CLOSED, events.last(CircuitCallIgnored.class).state());
    assertEquals(new CircuitCallFailed("catalog", CircuitState.CLOSED, 1, 2, failure), first);
    assertEquals(
        new CircuitCallFailed("catalog", CircuitState.OPEN, 2, 2, failure),
        events.last(CircuitCallFailed.class));
  }

  @EachMode
  @Rule("EV-06")
  @DisplayName("T59: a refused call publishes its rejection and nothing else")
  void refused(Mode mode) {
    CircuitBreaker breaker = breakerOf(1);
    run(mode, breaker, failing(failure));
    time.advance(seconds(20));
    events.clear();

    run(mode, breaker, returning("page"));

    assertEquals(
        List.<PolicyEvent>of(new CircuitCallRejected("catalog", CircuitState.OPEN, 1, seconds(40))),
        events.all());
  }

  @EachMode
  @Rule({"EV-07", "CB-12"})
  @DisplayName(
      "T60 S29: the change to half-open is published with the first probe, before its permit")
  void firstProbe(Mode mode) {
    CircuitBreaker breaker = breakerOf(1);
    run(mode, breaker, failing(failure));
    events.clear();
    time.advance(seconds(61));
    assertEquals(CircuitState.HALF_OPEN, breaker.state());
    assertTrue(breaker.wouldPermit());
    assertEquals(List.of(), events.all());

    run(mode, breaker, returning("page"));

    assertEquals(
        List.of("CircuitStateChanged", "CircuitCallPermitted"), events.kinds().subList(0, 2));
    assertEquals(CircuitState.HALF_OPEN, events.of(CircuitCallPermitted.class).get(0).state());
    assertEquals(CircuitState.CLOSED, events.last(CircuitCallSucceeded.class).state());
  }

  @EachMode
  @Rule("EV-01")
  @DisplayName("T120 T48: a listener sees the new state, and may read and call the breaker")
  void listenerCallsBreaker(Mode mode) {
    AtomicInteger nested = new AtomicInteger();
    CircuitBreaker[] self = new CircuitBreaker[1];
    StringBuilder seen = new StringBuilder();
    self[0] =
        breaker(
            CircuitBreaker.builder()
                .failureThreshold(1)
                .onStateChange(
                    change -> {
                      seen.append(self[0].state())
                          .append(' ')
                          .append(self[0].failures())
                          .append(';');
                      if (nested.incrementAndGet() > 3) {
                        return; // A breaker that tells it again and again must not recurse for
                        // ever.
                      }
                      run(mode, self[0], returning("nested"));
                    }));

    run(mode, self[0], failing(failure));
    time.advance(seconds(60));
    run(mode, self[0], returning("page"));

    assertEquals("OPEN 1;HALF_OPEN 1;CLOSED 0;", seen.toString());
    assertEquals(3, nested.get());
  }

  @EachMode
  @Rule("CB-51")
  @DisplayName("a dry run makes every call, and publishes openings and rejections")
  void dryRun(Mode mode) {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(2).dryRun(true));
    repeat(2, mode, breaker, failing(failure));
    assertEquals(CircuitState.OPEN, breaker.state());

    run(mode, breaker, returning("page")).assertReturned("page");

    assertEquals(1, events.of(CircuitCallRejected.class).size());
    assertEquals(CircuitState.OPEN, events.last(CircuitStateChanged.class).to());
  }

  @Test
  @Rule({"EV-03", "EV-04", "CB-34"})
  @DisplayName(
      "a failure recorded after the open time is that of a probe: two changes are published")
  void recordedAfterOpenTime() {
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().failureThreshold(1));
    breaker.recordFailure(failure);
    time.advance(seconds(60));

    breaker.recordFailure(failure);

    assertEquals(
        List.of(CircuitState.OPEN, CircuitState.HALF_OPEN, CircuitState.OPEN),
        events.of(CircuitStateChanged.class).stream().map(CircuitStateChanged::to).toList());
    assertEquals(true, events.last(CircuitStateChanged.class).reopened());
  }
}
