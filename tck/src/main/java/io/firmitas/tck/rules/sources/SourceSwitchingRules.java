package io.firmitas.tck.rules.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitState;
import io.firmitas.event.SourceAnswered;
import io.firmitas.event.SourceFailed;
import io.firmitas.event.SourceSkipped;
import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.event.SourceSwitchedOn;
import io.firmitas.sources.Source;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.tck.harness.Rule;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sources that are switched off and on, or skipped, and what is told about it. */
public abstract class SourceSwitchingRules extends SourcesScenario {
  @EachRoute
  @Rule("SR-05")
  @DisplayName("SR-05 V14 G48 G70: failures are counted for each source and readable")
  void countsFailuresForEachSource(Route route) throws Exception {
    Sources<String> sources = sources(abc());
    network.breaks("a", down);
    network.call(route, sources);
    network.breaks("b", down);
    network.call(route, sources);

    assertFailures(sources, 2, 1, 0);
    assertEquals(Optional.of(down), sources.status().get(0).lastFailure());
    assertEquals("cdn/a", sources.status().get(0).breaker().name());
  }

  @EachRoute
  @Rule("SR-06")
  @DisplayName("SR-06 G49 C43 C52: off after 3 failures in a row; the 4th call does not touch it")
  void switchesOffAfterThreeFailures(Route route) throws Exception {
    Sources<String> sources = sources(ab());
    network.breaks("a", down);

    for (int calls = 0; calls < 4; calls++) {
      assertEquals("b", network.call(route, sources));
    }

    assertEquals(3, network.hits("a"));
    SourceStatus<String> status = sources.status().get(0);
    assertEquals(CircuitState.OPEN, status.state());
    assertFalse(status.available());
    assertTrue(sources.status().get(1).available());
  }

  @EachRoute
  @Rule({"SR-05", "SR-06"})
  @DisplayName("SR-06 G58: a success starts the count again")
  void successStartsTheCountAgain(Route route) throws Exception {
    Sources<String> sources = sources(ab());
    network.breaks("a", down);
    repeat(2, route, sources);
    network.repairs("a");
    network.call(route, sources);
    network.breaks("a", down);
    repeat(2, route, sources);

    assertEquals(2, sources.status().get(0).failures());
    assertTrue(sources.status().get(0).available());
  }

  @EachRoute
  @Rule("SR-07")
  @DisplayName("SR-07 C43: after 60 s one call tries the source again and switches it on")
  void comesBackAfterTheOpenTime(Route route) throws Exception {
    Sources<String> sources = sources(ab());
    network.breaks("a", down);
    repeat(3, route, sources);
    Duration left = sources.status().get(0).retryAfter();
    assertTrue(left.compareTo(seconds(59)) >= 0 && left.compareTo(seconds(60)) <= 0, "" + left);
    network.repairs("a");

    time.advance(left.minusNanos(1));
    assertEquals("b", network.call(Route.SYNC, sources));
    time.advance(nanos(1));
    assertEquals("a", network.call(route, sources));

    assertEquals(CircuitState.CLOSED, sources.status().get(0).state());
    assertEquals(List.of(new SourceSwitchedOn("cdn", "a")), events.of(SourceSwitchedOn.class));
  }

  @EachRoute
  @Rule("SR-07")
  @DisplayName("SR-07 C43: untilReset keeps a source off however long it takes")
  void staysOffUntilReset(Route route) throws Exception {
    Sources<String> sources = sources(ab().untilReset());
    network.breaks("a", down);
    repeat(3, route, sources);
    network.repairs("a");
    time.advance(Duration.ofDays(10_000));

    assertEquals("b", network.call(route, sources));
    sources.reset();
    assertEquals("a", network.call(route, sources));
  }

  @EachRoute
  @Rule("SR-10")
  @DisplayName("SR-10 G60 G62: one event for each failed try, then one when it is switched off")
  void tellsFailuresAndSwitchingOff(Route route) throws Exception {
    network.breaks("a", down);
    repeat(5, route, sources(ab()));

    SourceFailed failed = new SourceFailed("cdn", "a", down);
    SourceAnswered answered = new SourceAnswered("cdn", "b");
    SourceSwitchedOff off = new SourceSwitchedOff("cdn", "a", 3, seconds(60), down);
    assertEquals(
        List.of(failed, answered, failed, answered, failed, off, answered, answered, answered),
        events.all());
  }

  @EachRoute
  @Rule("SR-10")
  @DisplayName("SR-10: a source that fails again when it is tried again is told again, once")
  void tellsSwitchingOffAgain(Route route) throws Exception {
    Sources<String> sources = sources(ab().failureThreshold(1).openTime(seconds(5)));
    network.breaks("a", down);
    network.call(route, sources);
    time.advance(seconds(5));
    repeat(2, route, sources);

    assertEquals(2, network.hits("a"));
    assertEquals(2, events.of(SourceSwitchedOff.class).size());
  }

  private static SourcesBuilder<URI> addresses() {
    return Sources.<URI>builder("cdn");
  }

  @Test
  @Rule("SR-11")
  @DisplayName("SR-11 G65 G66: a source for which the skip condition holds is taken out, told once")
  void skipsBadSources() throws Exception {
    Sources<URI> sources =
        sources(
            addresses()
                .add("raw", URI.create("https://raw.example"))
                .add("plain", URI.create("http://plain.example"))
                .add("good", URI.create("https://good.example"))
                .skip(uri -> !uri.getScheme().equals("https") || uri.getHost().startsWith("raw")));

    for (int calls = 0; calls < 2; calls++) {
      assertEquals("good.example", sources.<String>call((uri, context) -> uri.getHost()));
    }

    assertEquals(
        List.of(new SourceSkipped("cdn", "raw"), new SourceSkipped("cdn", "plain")),
        events.of(SourceSkipped.class));
    assertEquals(
        List.of(true, true, false), sources.status().stream().map(SourceStatus::skipped).toList());
  }

  @Test
  @Rule("SR-11")
  @DisplayName("SR-11: a skip condition that throws is reported and the source is taken out")
  void skipConditionThatThrows() throws Exception {
    Sources<URI> sources =
        sources(
            addresses()
                .add("relative", URI.create("relative"))
                .add("good", URI.create("https://good.example"))
                .skip(uri -> !uri.getScheme().equals("https")));

    assertEquals("good.example", sources.<String>call((uri, context) -> uri.getHost()));
    assertEquals(1, events.of(CallbackFailed.class).size());
    assertEquals(1, events.of(SourceSkipped.class).size());
  }

  @EachRoute
  @Rule("SR-12")
  @DisplayName("SR-12 G69: status: name, value, priority, enabled of each source")
  void statusOfEachSource(Route route) throws Exception {
    Sources<String> sources =
        sources(
            cdn()
                .add("b", "http://b", 2)
                .add(Source.of("a", "http://a").withPriority(1).withEnabled(false)));
    network.call(route, sources);

    assertEquals(
        List.of("a http://a 1 false", "b http://b 2 true"),
        sources.status().stream()
            .map(
                one -> one.name() + " " + one.source() + " " + one.priority() + " " + one.enabled())
            .toList());
  }

  @EachRoute
  @Rule("SR-12")
  @DisplayName("SR-12 G72: reset: all counts 0, sources that were off are back, told once")
  void resetForgetsEverything(Route route) throws Exception {
    Sources<String> sources = sources(ab());
    network.breaks("a", down);
    repeat(3, route, sources);
    network.repairs("a");
    events.clear();

    sources.reset();

    assertFailures(sources, 0, 0);
    assertEquals(Optional.empty(), sources.status().get(0).lastFailure());
    assertEquals(List.of(new SourceSwitchedOn("cdn", "a")), events.all());
    assertEquals("a", network.call(route, sources));
  }

  @EachRoute
  @Rule({"SR-10", "SR-16"})
  @DisplayName(
      "SR-10 SR-16: errors switch a source off as well, and that is told with the last one")
  void errorsSwitchOff(Route route) {
    Sources<String> sources = sources(ab());
    network.breaks("a", new NoSuchMethodError("bug"));
    for (int calls = 0; calls < 3; calls++) {
      network.failure(route, sources);
    }

    assertFalse(sources.status().get(0).available());
    assertEquals(1, events.of(SourceSwitchedOff.class).size());
  }
}
