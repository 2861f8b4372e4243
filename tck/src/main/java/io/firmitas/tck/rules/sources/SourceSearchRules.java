package io.firmitas.tck.rules.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.CallRejectedException;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CallbackFailed;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.Source;
import io.firmitas.sources.SourceDisabledException;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.tck.harness.Rule;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which sources are called, and what the caller gets. */
public abstract class SourceSearchRules extends SourcesScenario {
  @EachRoute
  @Rule("SR-01")
  @DisplayName("SR-01 G45 U18: source a fails, source b answers; one call each")
  void fallsBackToTheNextSource(Route route) throws Exception {
    network.breaks("a", down);

    assertEquals("b", network.call(route, sources(ab())));

    assertAsked("a", "b");
  }

  @EachRoute
  @Rule("SR-01")
  @DisplayName("SR-01 G46: a single source is enough")
  void oneSourceIsEnough(Route route) throws Exception {
    assertEquals("only", network.call(route, sources(cdn().add("only", "only"))));
  }

  @EachRoute
  @Rule("SR-02")
  @DisplayName("SR-02 G47 G52 G63 C43: lower priority number first, then the order of adding")
  void ordersByPriorityThenByAdding(Route route) {
    Sources<String> sources =
        sources(
            cdn()
                .add("late", "late", 7)
                .add("first", "first", -1)
                .add("second", "second")
                .add("third", "third"));
    List.of("late", "first", "second", "third").forEach(each -> network.breaks(each, down));

    network.failure(route, sources);

    assertAsked("first", "second", "third", "late");
    assertEquals(
        List.of("first", "second", "third", "late"),
        sources.status().stream().map(SourceStatus::name).toList());
  }

  @Test
  @Rule("SR-03")
  @DisplayName("SR-03 G50: names are unique; a duplicate is refused with its name")
  void refusesDuplicateNames() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> cdn().add("a", "x").add("a", "y").config());

    assertTrue(refused.toString().contains("\"a\""), refused::toString);
    assertTrue(refused.toString().contains("unique"), refused::toString);
  }

  @Test
  @Rule("SR-03")
  @DisplayName("SR-03: no source, a blank name, a null value, a threshold of 0 are refused")
  void refusesNonsense() {
    assertThrows(IllegalArgumentException.class, () -> cdn().config());
    assertThrows(IllegalArgumentException.class, () -> cdn().add(" ", "x"));
    assertThrows(IllegalArgumentException.class, () -> cdn().add("x", nothing()));
    assertThrows(IllegalArgumentException.class, () -> cdn().failureThreshold(0));
    assertThrows(IllegalArgumentException.class, () -> cdn().openTime(Duration.ZERO));
  }

  @EachRoute
  @Rule("SR-04")
  @DisplayName("SR-04 G53 G57: a disabled source is never tried and contributes its rejection")
  void neverTriesDisabledSources(Route route) {
    Sources<String> sources =
        sources(cdn().add(Source.of("a", "a").withEnabled(false)).add("b", "b"));
    network.breaks("b", down);

    AllSourcesFailedException all = allFailed(route, sources);

    assertAsked("b");
    SourceDisabledException off =
        assertInstanceOf(SourceDisabledException.class, all.failures().get("a"));
    assertFalse(off.skipped());
    assertEquals("cdn: source 'a' is disabled", off.getMessage());
    assertFalse(sources.status().get(0).enabled());
    assertFalse(sources.status().get(0).available());
  }

  @EachRoute
  @Rule("SR-04")
  @DisplayName("SR-04 G57: with no source left the call fails at once")
  void failsAtOnceWhenNoneIsLeft(Route route) {
    Sources<String> sources =
        sources(
            cdn().add("a", "a").add(Source.of("b", "b").withEnabled(false)).failureThreshold(1));
    network.breaks("a", down);
    network.failure(route, sources);

    AllSourcesFailedException all = allFailed(route, sources);

    assertEquals(1, network.hits("a"));
    assertTrue(all.noneAvailable());
    assertTrue(all.retryAfter().compareTo(Duration.ZERO) > 0);
    assertTrue(all.retryAfter().compareTo(seconds(60)) <= 0);
    assertInstanceOf(CircuitOpenException.class, all.failures().get("a"));
    assertTrue(all.failures().values().stream().allMatch(CallRejectedException.class::isInstance));
  }

  @EachRoute
  @Rule("SR-08")
  @DisplayName("SR-08 V14 V15 G59 C41: a fatal failure ends the search at once and does not count")
  void fatalFailureEndsTheSearch(Route route) throws Exception {
    Sources<String> sources = sources(abc().fatal(FileNotFoundException.class));
    network.breaks("a", down);
    network.call(route, sources);
    FileNotFoundException notFound = new FileNotFoundException("404");
    network.breaks("b", notFound);

    assertSame(notFound, network.failure(route, sources));

    assertEquals(0, network.hits("c"));
    assertFailures(sources, 2, 0, 0);
    assertEquals(0, notFound.getSuppressed().length);
  }

  @EachRoute
  @Rule("SR-08")
  @DisplayName("SR-08: fatalIf; a condition that throws is reported once and the search goes on")
  void fatalCondition(Route route) throws Exception {
    network.breaks("a", down);
    assertSame(
        down, network.failure(route, sources(ab().fatalIf(failure -> failure.equals(down)))));

    IllegalStateException bug = new IllegalStateException("bug");
    Sources<String> throwing =
        sources(
            ab().fatalIf(
                    failure -> {
                      throw bug;
                    }));
    assertEquals("b", network.call(route, throwing));
    assertEquals(
        List.of(bug),
        events.of(CallbackFailed.class).stream().map(CallbackFailed::failure).toList());
    assertEquals(1, throwing.status().get(0).failures());
  }

  @EachRoute
  @Rule("SR-09")
  @DisplayName("SR-09 G61: all fail: each source's failure in order, last cause, rest suppressed")
  void carriesTheFailureOfEachSource(Route route) {
    IOException first = new IOException("first");
    IOException last = new IOException("last");
    network.breaks("a", first).breaks("b", last);

    AllSourcesFailedException all = allFailed(route, sources(ab()));

    assertSame(last, all.getCause());
    assertEquals("cdn", all.policyName());
    assertEquals(List.of("a", "b"), List.copyOf(all.failures().keySet()));
    assertEquals(List.of(first, last), List.copyOf(all.failures().values()));
    assertEquals(List.of(first), List.of(all.getSuppressed()));
    assertFalse(all.noneAvailable());
    assertEquals(Duration.ZERO, all.retryAfter());
    assertEquals(
        "All sources failed: cdn (a: java.io.IOException: first; b: java.io.IOException: last)",
        all.getMessage());
    assertEquals(0, first.getSuppressed().length + last.getSuppressed().length);
  }

  @EachRoute
  @Rule("SR-09")
  @DisplayName(
      "SR-09: the cause is a failure of a source that was called, not a rejection after it")
  void causeIsARealFailure(Route route) {
    network.breaks("a", down);

    AllSourcesFailedException all =
        allFailed(route, sources(cdn().add("a", "a").add(Source.of("b", "b").withEnabled(false))));

    assertSame(down, all.getCause());
  }

  @EachRoute
  @Rule("SR-09")
  @DisplayName("SR-09: two sources that fail with one and the same exception")
  void sameFailureTwice(Route route) {
    network.breaks("a", down).breaks("b", down);

    AllSourcesFailedException all = allFailed(route, sources(ab()));

    assertSame(down, all.getCause());
    assertEquals(0, all.getSuppressed().length);
  }

  @EachRoute
  @Rule("SR-15")
  @DisplayName("SR-15: wrappers of asynchronous failures are looked through")
  void looksThroughWrappers(Route route) {
    FileNotFoundException notFound = new FileNotFoundException("404");
    network.breaks("a", new CompletionException(notFound));

    Throwable failure = network.failure(route, sources(ab().fatal(FileNotFoundException.class)));

    assertSame(notFound, failure instanceof CompletionException ? failure.getCause() : failure);
    assertEquals(0, network.hits("b"));
  }
}
