package io.firmitas.tck.rules.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.event.SourceFailed;
import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.event.SourceSwitchedOn;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Outcome;
import io.firmitas.tck.harness.Rule;
import io.firmitas.testkit.AsyncGate;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What ends a search before all sources have been tried; many searches, and long ones. */
public abstract class SourceSearchEndRules extends SourcesScenario {
  @EachRoute
  @Rule("SR-16")
  @DisplayName("SR-16: an error leaves as the same error")
  void errorsEndTheSearch(Route route) {
    Error bug = new NoSuchMethodError("bug");
    network.breaks("a", bug);

    assertSame(bug, network.failure(route, sources(ab())));

    assertAsked("a");
    assertEquals(List.of(), events.of(SourceFailed.class));
  }

  @EachRoute
  @Rule("SR-16")
  @DisplayName("SR-16: an interrupt leaves as it is and does not count")
  void interruptsEndTheSearch(Route route) {
    InterruptedException interrupted = new InterruptedException("theirs");
    network.breaks("a", interrupted);
    Sources<String> sources = sources(ab());

    assertSame(interrupted, network.failure(route, sources));

    assertAsked("a");
    assertFailures(sources, 0, 0);
  }

  @EachRoute
  @Rule("SR-16")
  @DisplayName("SR-16: a cancellation leaves as it is and does not count")
  void cancellationsEndTheSearch(Route route) {
    network.breaks("a", new CancellationException("theirs"));
    Sources<String> sources = sources(ab());

    assertInstanceOf(CancellationException.class, network.failure(route, sources));

    assertAsked("a");
    assertFailures(sources, 0, 0);
  }

  @Test
  @Rule("SR-17")
  @DisplayName("SR-17: an interrupt that a source swallowed stops the search; the flag stays set")
  void interruptFlagStopsTheSearch() {
    Sources<String> sources = sources(ab());

    InterruptedException stopped =
        assertThrows(
            InterruptedException.class,
            () ->
                sources.<String>call(
                    (source, context) -> {
                      network.asked().add(source);
                      Thread.currentThread().interrupt();
                      throw down;
                    }));

    assertTrue(Thread.interrupted(), "interrupt flag");
    assertEquals(List.of(down), List.of(stopped.getSuppressed()));
    assertAsked("a");
  }

  @Test
  @Rule("SR-17")
  @DisplayName("SR-17: a caller who gave up gets no further source")
  void cancelledContextStopsTheSearch() {
    Cancellation cancellation = new Cancellation();
    Context context = Context.root().withCancellation(cancellation);
    Sources<String> sources = sources(ab());

    CancellationException stopped =
        assertThrows(
            CancellationException.class,
            () ->
                sources.execute(
                    inner -> {
                      network.asked().add(sources.current(inner));
                      cancellation.cancel();
                      throw down;
                    },
                    context));

    assertEquals(List.of(down), List.of(stopped.getSuppressed()));
    assertAsked("a");
  }

  @Test
  @Rule("SR-17")
  @DisplayName("SR-17: after the deadline no further source is tried; the last failure is thrown")
  void deadlineStopsTheSearch() {
    Context limited = Context.root().withTimeLimit(time, seconds(1));
    Sources<String> sources = sources(ab());

    IOException last =
        assertThrows(
            IOException.class,
            () ->
                sources.execute(
                    context -> {
                      network.asked().add(sources.current(context));
                      time.advance(seconds(1));
                      throw down;
                    },
                    limited));

    assertSame(down, last);
    assertAsked("a");
  }

  @Test
  @Rule("SR-18")
  @DisplayName("SR-18: cancelling the future cancels the call to the current source, no other one")
  void cancellingStopsTheCurrentSource() {
    AsyncGate<String> gate = new AsyncGate<>();
    Sources<String> sources = sources(ab());
    CompletableFuture<?> future = sources.executeAsync(gate.call(), Context.root());
    gate.fail(1, down);
    assertEquals(2, gate.invocations());

    assertTrue(future.cancel(true));

    assertTrue(gate.isCancelled(2));
    assertEquals(2, gate.invocations());
    assertFailures(sources, 1, 0);
  }

  @Test
  @Rule("SR-18")
  @DisplayName("SR-18: the cancellation of the context cancels an asynchronous search")
  void contextCancelsTheSearch() {
    AsyncGate<String> gate = new AsyncGate<>();
    Cancellation cancellation = new Cancellation();
    CompletableFuture<?> future =
        sources(ab()).executeAsync(gate.call(), Context.root().withCancellation(cancellation));

    cancellation.cancel();

    assertTrue(future.isCancelled());
    assertTrue(gate.isCancelled(1));
  }

  @Test
  @Rule("SR-18")
  @DisplayName("SR-18: a late answer of a cancelled search changes nothing")
  void lateAnswerIsIgnored() {
    AsyncGate<String> gate = AsyncGate.ignoringCancellation();
    Sources<String> sources = sources(ab());
    CompletableFuture<?> future = sources.executeAsync(gate.call(), Context.root());
    future.cancel(true);

    gate.fail(1, down);

    assertEquals(1, gate.invocations());
    assertFailures(sources, 0, 0);
  }

  @Test
  @Rule("SR-18")
  @DisplayName("SR-18: a call that throws or returns null is a failure of its source")
  void startThatFails() {
    Sources<String> sources = sources(ab());
    CompletableFuture<String> thrown =
        sources.callAsync(
            (source, context) -> {
              if (source.equals("a")) {
                throw down;
              }
              return CompletableFuture.completedFuture(source);
            });
    Outcome.of(time, thrown).assertReturned("b");

    CompletableFuture<String> none = sources.callAsync((source, context) -> nothing());
    Outcome.of(time, none).assertFailed(AllSourcesFailedException.class);
  }

  @Test
  @Rule("SR-19")
  @DisplayName("SR-19: thousands of sources that fail at once need the stack of one")
  void constantStack() {
    SourcesBuilder<Integer> builder = Sources.<Integer>builder("many");
    for (int number = 0; number < 5_000; number++) {
      builder.add("source " + number, number);
    }
    AtomicInteger tries = new AtomicInteger();

    CompletableFuture<Integer> future =
        sources(builder)
            .callAsync(
                (source, context) -> {
                  tries.incrementAndGet();
                  return CompletableFuture.failedFuture(down);
                });

    Outcome.of(time, future).assertFailed(AllSourcesFailedException.class);
    assertEquals(5_000, tries.get());
  }

  @Test
  @Rule("SR-20")
  @DisplayName("SR-20: with many callers each switching off and on is told exactly once")
  void tellsEachSwitchOnce() {
    int rounds = 50;
    Sources<String> sources = sources(ab());
    for (int round = 0; round < rounds; round++) {
      try (Crowd crowd = Crowd.of(8, () -> askedByCrowd(sources))) {
        crowd.outcomes().forEach(outcome -> outcome.assertReturned("b"));
      }
      sources.reset();
    }

    assertEquals(rounds, events.of(SourceSwitchedOff.class).size());
    assertEquals(rounds, events.of(SourceSwitchedOn.class).size());
    assertFailures(sources, 0, 0);
  }

  /** Half of the callers wait for a future, so both forms share the breakers. */
  private String askedByCrowd(Sources<String> sources) throws Exception {
    return Thread.currentThread().getId() % 2 == 0
        ? sources.<String>call((source, context) -> onlyB(source))
        : sources
            .<String>callAsync(
                (source, context) -> CompletableFuture.completedFuture(onlyB(source)))
            .get();
  }

  private String onlyB(String source) throws IOException {
    if (source.equals("a")) {
      throw down;
    }
    return source;
  }
}
