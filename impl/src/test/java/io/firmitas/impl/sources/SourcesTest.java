package io.firmitas.impl.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.CallRejectedException;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CallbackFailed;
import io.firmitas.event.CircuitState;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.SourceAnswered;
import io.firmitas.event.SourceFailed;
import io.firmitas.event.SourceSkipped;
import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.event.SourceSwitchedOn;
import io.firmitas.impl.sources.Network.Mode;
import io.firmitas.retry.Retry;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.Source;
import io.firmitas.sources.SourceDisabledException;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.VirtualRuntime;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SourcesTest {
  private final VirtualRuntime time = new VirtualRuntime();
  private final EventRecorder events = new EventRecorder();
  private final Network network = new Network(time);
  private final IOException down = new IOException("down");

  private SourcesBuilder<String> cdn() {
    return Sources.<String>builder("cdn").runtime(time).listener(events);
  }

  private Sources<String> ab() {
    return cdn().add("a", "a").add("b", "b").build();
  }

  @EachMode
  @DisplayName("SR-01 G45 U18: source a fails, source b answers; one call each")
  void fallsBackToTheNextSource(Mode mode) throws Exception {
    network.breaks("a", down);

    assertThat(network.call(mode, ab())).isEqualTo("b");

    assertThat(network.asked()).containsExactly("a", "b");
  }

  @EachMode
  @DisplayName("SR-01 G46: a single source is enough")
  void oneSourceIsEnough(Mode mode) throws Exception {
    assertThat(network.call(mode, cdn().add("only", "only").build())).isEqualTo("only");
  }

  @EachMode
  @DisplayName("SR-02 G47 G52 G63 C43: lower priority number first, then the order of adding")
  void ordersByPriorityThenByAdding(Mode mode) {
    Sources<String> sources =
        cdn()
            .add("late", "late", 7)
            .add("first", "first", -1)
            .add("second", "second")
            .add("third", "third")
            .build();
    List.of("late", "first", "second", "third").forEach(each -> network.breaks(each, down));

    network.failure(mode, sources);

    assertThat(network.asked()).containsExactly("first", "second", "third", "late");
    assertThat(sources.status())
        .extracting(SourceStatus::name)
        .containsExactly("first", "second", "third", "late");
  }

  @EachMode
  @DisplayName("SR-05 V14 G48 G70: failures are counted for each source and readable")
  void countsFailuresForEachSource(Mode mode) throws Exception {
    Sources<String> sources = cdn().add("a", "a").add("b", "b").add("c", "c").build();
    network.breaks("a", down);
    network.call(mode, sources);
    network.breaks("b", down);
    network.call(mode, sources);

    assertThat(sources.status()).extracting(SourceStatus::failures).containsExactly(2, 1, 0);
    assertThat(sources.status().get(0).lastFailure()).containsSame(down);
  }

  @EachMode
  @DisplayName("SR-06 G49 C43 C52: off after 3 failures in a row; the 4th call does not touch it")
  void switchesOffAfterThreeFailures(Mode mode) throws Exception {
    Sources<String> sources = ab();
    network.breaks("a", down);

    for (int calls = 0; calls < 4; calls++) {
      assertThat(network.call(mode, sources)).isEqualTo("b");
    }

    assertThat(network.hits("a")).isEqualTo(3);
    SourceStatus<String> status = sources.status().get(0);
    assertThat(status.state()).isEqualTo(CircuitState.OPEN);
    assertThat(status.available()).isFalse();
    assertThat(sources.status().get(1).available()).isTrue();
  }

  @EachMode
  @DisplayName("SR-06 G58: a success starts the count again")
  void successStartsTheCountAgain(Mode mode) throws Exception {
    Sources<String> sources = ab();
    for (boolean fails : new boolean[] {true, true, false, true, true}) {
      if (fails) {
        network.breaks("a", down);
      } else {
        network.repairs("a");
      }
      network.call(mode, sources);
    }

    assertThat(sources.status().get(0).failures()).isEqualTo(2);
    assertThat(sources.status().get(0).available()).isTrue();
  }

  @EachMode
  @DisplayName("SR-07 C43: after 60 s one call tries the source again and switches it on")
  void comesBackAfterTheOpenTime(Mode mode) throws Exception {
    Sources<String> sources = ab();
    network.breaks("a", down);
    for (int calls = 0; calls < 3; calls++) {
      network.call(mode, sources);
    }
    Duration left = sources.status().get(0).retryAfter();
    assertThat(left).isBetween(Duration.ofSeconds(59), Duration.ofSeconds(60));
    network.repairs("a");

    time.advance(left.minusNanos(1));
    assertThat(network.call(Mode.SYNC, sources)).isEqualTo("b");
    time.advance(Duration.ofNanos(1));
    assertThat(network.call(mode, sources)).isEqualTo("a");

    assertThat(sources.status().get(0).state()).isEqualTo(CircuitState.CLOSED);
    assertThat(events.of(SourceSwitchedOn.class)).containsExactly(new SourceSwitchedOn("cdn", "a"));
  }

  @EachMode
  @DisplayName("SR-07 C43: untilReset keeps a source off however long it takes")
  void staysOffUntilReset(Mode mode) throws Exception {
    Sources<String> sources = cdn().add("a", "a").add("b", "b").untilReset().build();
    network.breaks("a", down);
    for (int calls = 0; calls < 3; calls++) {
      network.call(mode, sources);
    }
    network.repairs("a");
    time.advance(Duration.ofDays(10_000));

    assertThat(network.call(mode, sources)).isEqualTo("b");
    sources.reset();
    assertThat(network.call(mode, sources)).isEqualTo("a");
  }

  @Test
  @DisplayName("SR-03 G50: names are unique; a duplicate is refused with its name")
  void refusesDuplicateNames() {
    SourcesBuilder<String> builder = cdn().add("a", "x").add("a", "y");

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"a\"")
        .hasMessageContaining("unique");
  }

  @Test
  @DisplayName("SR-03: no source, a blank name, a null value, a threshold of 0 are refused")
  void refusesNonsense() {
    assertThatThrownBy(() -> cdn().build()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cdn().add(" ", "x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cdn().add("x", null)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cdn().failureThreshold(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cdn().openTime(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @EachMode
  @DisplayName("SR-04 G53 G57: a disabled source is never tried and contributes its rejection")
  void neverTriesDisabledSources(Mode mode) {
    Sources<String> sources =
        cdn().add(Source.of("a", "a").withEnabled(false)).add("b", "b").build();
    network.breaks("b", down);

    Throwable failure = network.failure(mode, sources);

    assertThat(network.asked()).containsExactly("b");
    AllSourcesFailedException all = (AllSourcesFailedException) failure;
    assertThat(all.failures().get("a"))
        .isInstanceOfSatisfying(
            SourceDisabledException.class, off -> assertThat(off.skipped()).isFalse())
        .hasMessage("cdn: source 'a' is disabled");
    assertThat(sources.status().get(0).enabled()).isFalse();
    assertThat(sources.status().get(0).available()).isFalse();
  }

  @EachMode
  @DisplayName("SR-04 G57: with no source left the call fails at once")
  void failsAtOnceWhenNoneIsLeft(Mode mode) {
    Sources<String> sources =
        cdn().add("a", "a").add(Source.of("b", "b").withEnabled(false)).failureThreshold(1).build();
    network.breaks("a", down);
    network.failure(mode, sources);

    AllSourcesFailedException all = (AllSourcesFailedException) network.failure(mode, sources);

    assertThat(network.hits("a")).isEqualTo(1);
    assertThat(all.noneAvailable()).isTrue();
    assertThat(all.retryAfter()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(60));
    assertThat(all.failures().get("a")).isInstanceOf(CircuitOpenException.class);
    assertThat(all.failures().values()).allMatch(CallRejectedException.class::isInstance);
  }

  @EachMode
  @DisplayName("SR-08 V14 V15 G59 C41: a fatal failure ends the search at once and does not count")
  void fatalFailureEndsTheSearch(Mode mode) throws Exception {
    Sources<String> sources =
        cdn().add("a", "a").add("b", "b").add("c", "c").fatal(FileNotFoundException.class).build();
    network.breaks("a", down);
    network.call(mode, sources);
    FileNotFoundException notFound = new FileNotFoundException("404");
    network.breaks("b", notFound);

    assertThat(network.failure(mode, sources)).isSameAs(notFound);

    assertThat(network.hits("c")).isZero();
    assertThat(sources.status()).extracting(SourceStatus::failures).containsExactly(2, 0, 0);
    assertThat(notFound.getSuppressed()).isEmpty();
  }

  @EachMode
  @DisplayName("SR-08: fatalIf; a condition that throws is reported once and the search goes on")
  void fatalCondition(Mode mode) throws Exception {
    Sources<String> fatal =
        cdn().add("a", "a").add("b", "b").fatalIf(failure -> failure == down).build();
    network.breaks("a", down);
    assertThat(network.failure(mode, fatal)).isSameAs(down);

    IllegalStateException bug = new IllegalStateException("bug");
    Sources<String> throwing =
        cdn()
            .add("a", "a")
            .add("b", "b")
            .fatalIf(
                failure -> {
                  throw bug;
                })
            .build();
    assertThat(network.call(mode, throwing)).isEqualTo("b");
    assertThat(events.of(CallbackFailed.class))
        .containsExactly(new CallbackFailed("cdn", "fatalIf", bug));
    assertThat(throwing.status().get(0).failures()).isEqualTo(1);
  }

  @EachMode
  @DisplayName("SR-09 G61: all fail: each source's failure in order, last cause, rest suppressed")
  void carriesTheFailureOfEachSource(Mode mode) {
    IOException first = new IOException("first");
    IOException last = new IOException("last");
    network.breaks("a", first).breaks("b", last);

    Throwable failure = network.failure(mode, ab());

    assertThat(failure).isInstanceOf(AllSourcesFailedException.class).hasCause(last);
    AllSourcesFailedException all = (AllSourcesFailedException) failure;
    assertThat(all.policyName()).isEqualTo("cdn");
    assertThat(List.copyOf(all.failures().keySet())).containsExactly("a", "b");
    assertThat(List.copyOf(all.failures().values())).containsExactly(first, last);
    assertThat(all.getSuppressed()).containsExactly(first);
    assertThat(all.noneAvailable()).isFalse();
    assertThat(all.retryAfter()).isZero();
    assertThat(all)
        .hasMessage(
            "All sources failed: cdn (a: java.io.IOException: first; b: java.io.IOException:"
                + " last)");
    assertThatThrownBy(() -> all.failures().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(first.getSuppressed()).isEmpty();
    assertThat(last.getSuppressed()).isEmpty();
  }

  @EachMode
  @DisplayName(
      "SR-09: the cause is a failure of a source that was called, not a rejection after it")
  void causeIsARealFailure(Mode mode) {
    Sources<String> sources =
        cdn().add("a", "a").add(Source.of("b", "b").withEnabled(false)).build();
    network.breaks("a", down);

    assertThat(network.failure(mode, sources)).hasCause(down);
  }

  @EachMode
  @DisplayName("SR-09: two sources that fail with one and the same exception")
  void sameFailureTwice(Mode mode) {
    network.breaks("a", down).breaks("b", down);

    assertThat(network.failure(mode, ab())).hasCause(down).hasNoSuppressedExceptions();
  }

  @EachMode
  @DisplayName("SR-10 G60 G62: one event for each failed try, then one when it is switched off")
  void tellsFailuresAndSwitchingOff(Mode mode) throws Exception {
    Sources<String> sources = ab();
    network.breaks("a", down);
    for (int calls = 0; calls < 5; calls++) {
      network.call(mode, sources);
    }

    SourceFailed failed = new SourceFailed("cdn", "a", down);
    SourceAnswered answered = new SourceAnswered("cdn", "b");
    SourceSwitchedOff off = new SourceSwitchedOff("cdn", "a", 3, Duration.ofSeconds(60), down);
    assertThat(events.all())
        .containsExactly(
            failed, answered, failed, answered, failed, off, answered, answered, answered);
    assertThat(off.cause()).containsSame(down);
  }

  @EachMode
  @DisplayName("SR-10: a source that fails again when it is tried again is told again, once")
  void tellsSwitchingOffAgain(Mode mode) throws Exception {
    Sources<String> sources =
        cdn()
            .add("a", "a")
            .add("b", "b")
            .failureThreshold(1)
            .openTime(Duration.ofSeconds(5))
            .build();
    network.breaks("a", down);
    network.call(mode, sources);
    time.advance(Duration.ofSeconds(5));
    network.call(mode, sources);
    network.call(mode, sources);

    assertThat(network.hits("a")).isEqualTo(2);
    assertThat(events.of(SourceSwitchedOff.class)).hasSize(2);
  }

  @Test
  @DisplayName("SR-11 G65 G66: a source for which the skip condition holds is taken out, told once")
  void skipsBadSources() throws Exception {
    Sources<URI> sources =
        Sources.<URI>builder("cdn")
            .runtime(time)
            .listener(events)
            .add("raw", URI.create("https://raw.example"))
            .add("plain", URI.create("http://plain.example"))
            .add("good", URI.create("https://good.example"))
            .skip(uri -> !uri.getScheme().equals("https") || uri.getHost().startsWith("raw"))
            .build();

    for (int calls = 0; calls < 2; calls++) {
      assertThat(sources.<String>call((uri, context) -> uri.getHost())).isEqualTo("good.example");
    }

    assertThat(events.of(SourceSkipped.class))
        .containsExactly(new SourceSkipped("cdn", "raw"), new SourceSkipped("cdn", "plain"));
    assertThat(sources.status())
        .extracting(SourceStatus::skipped)
        .containsExactly(true, true, false);
  }

  @Test
  @DisplayName("SR-11: a skip condition that throws is reported and the source is taken out")
  void skipConditionThatThrows() throws Exception {
    Sources<URI> sources =
        Sources.<URI>builder("cdn")
            .runtime(time)
            .listener(events)
            .add("relative", URI.create("relative"))
            .add("good", URI.create("https://good.example"))
            .skip(uri -> !uri.getScheme().equals("https"))
            .build();

    assertThat(sources.<String>call((uri, context) -> uri.getHost())).isEqualTo("good.example");
    assertThat(events.last(CallbackFailed.class).callback()).isEqualTo("skip");
    assertThat(events.of(SourceSkipped.class)).hasSize(1);
  }

  @EachMode
  @DisplayName("SR-12 G69: status: name, value, priority, enabled of each source")
  void statusOfEachSource(Mode mode) throws Exception {
    Sources<String> sources =
        cdn()
            .add("b", "http://b", 2)
            .add(Source.of("a", "http://a").withPriority(1).withEnabled(false))
            .build();
    network.call(mode, sources);

    assertThat(sources.status())
        .extracting(
            SourceStatus::name, SourceStatus::source, SourceStatus::priority, SourceStatus::enabled)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("a", "http://a", 1, false),
            org.assertj.core.groups.Tuple.tuple("b", "http://b", 2, true));
  }

  @EachMode
  @DisplayName("SR-12 G72: reset: all counts 0, sources that were off are back, told once")
  void resetForgetsEverything(Mode mode) throws Exception {
    Sources<String> sources = ab();
    network.breaks("a", down);
    for (int calls = 0; calls < 3; calls++) {
      network.call(mode, sources);
    }
    network.repairs("a");
    events.clear();

    sources.reset();

    assertThat(sources.status()).extracting(SourceStatus::failures).containsExactly(0, 0);
    assertThat(sources.status().get(0).lastFailure()).isEmpty();
    assertThat(events.all()).containsExactly((PolicyEvent) new SourceSwitchedOn("cdn", "a"));
    assertThat(network.call(mode, sources)).isEqualTo("a");
  }

  // ---- cold start

  @EachMode
  @DisplayName(
      "SR-13 G74 G76 G77 C42 U19: cold: each source tried once, no delay; warm: 3 attempts")
  void coldStartTriesEachSourceOnce(Mode mode) throws Exception {
    boolean[] cold = {true};
    Sources<String> sources =
        cdn()
            .add("a", "a")
            .add("b", "b")
            .retry(Retry.builder().runtime(time).build())
            .coldStart(context -> cold[0])
            .build();
    network.breaks("a", down).breaks("b", down);

    network.failure(mode, sources);
    assertThat(network.asked()).containsExactly("a", "b");
    assertThat(time.sleeps()).isEmpty();

    cold[0] = false;
    network.failure(mode, sources);
    assertThat(network.hits("a")).isEqualTo(1 + 3);
    assertThat(network.hits("b")).isEqualTo(1 + 3);
    assertThat(sources.status())
        .as("a whole retry is one failure of its source")
        .extracting(SourceStatus::failures)
        .containsExactly(2, 2);
  }

  @EachMode
  @DisplayName("SR-13 V15 G74 C42: in a cold start the breakers stay")
  void coldStartKeepsTheBreakers(Mode mode) throws Exception {
    Sources<String> sources = cdn().add("a", "a").add("b", "b").coldStart(context -> true).build();
    network.breaks("a", down);
    for (int calls = 0; calls < 4; calls++) {
      network.call(mode, sources);
    }

    assertThat(network.hits("a")).isEqualTo(3);
    assertThat(Sources.isColdStart(network.contexts().get(0))).isTrue();
  }

  @EachMode
  @DisplayName("SR-13 SR-08 V15 C41: in a cold start a 404 of the second source reaches the caller")
  void coldStartKeepsFatalFailures(Mode mode) throws Exception {
    Sources<String> sources =
        cdn()
            .add("a", "a")
            .add("b", "b")
            .add("c", "c")
            .fatal(FileNotFoundException.class)
            .coldStart(context -> true)
            .build();
    FileNotFoundException notFound = new FileNotFoundException("404");
    network.breaks("a", down).breaks("b", notFound);

    assertThat(network.failure(mode, sources)).isSameAs(notFound);

    assertThat(network.asked()).containsExactly("a", "b");
  }

  @Test
  @DisplayName("SR-13 G73 G75: a retry composed inside obeys with skipWhen(Sources::isColdStart)")
  void composedRetryObeysTheColdStart() throws Exception {
    boolean[] cold = {true};
    Sources<String> sources =
        cdn().add("a", "a").add("b", "b").coldStart(context -> cold[0]).build();
    Retry retry = Retry.builder().runtime(time).skipWhen(Sources::isColdStart).build();
    network.breaks("a", down);
    var policy = Policies.<String>wrap(sources, retry);

    assertThat(policy.<String>call(context -> network.answer(sources.current(context), context)))
        .isEqualTo("b");
    assertThat(network.asked()).containsExactly("a", "b");

    cold[0] = false;
    policy.<String>call(context -> network.answer(sources.current(context), context));
    assertThat(network.asked()).containsExactly("a", "b", "a", "a", "a", "b");
  }

  @EachMode
  @DisplayName("SR-13: a coldStart condition that throws is reported and the call is made as usual")
  void coldStartConditionThatThrows(Mode mode) throws Exception {
    Sources<String> sources =
        cdn()
            .add("a", "a")
            .coldStart(
                context -> {
                  throw new IllegalStateException("bug");
                })
            .build();

    assertThat(network.call(mode, sources)).isEqualTo("a");
    assertThat(events.last(CallbackFailed.class).callback()).isEqualTo("coldStart");
    assertThat(Sources.isColdStart(network.contexts().get(0))).isFalse();
  }

  // ---- composition

  @Test
  @DisplayName("SR-14: the current source is found through the context, also with other policies")
  void composesAsAPolicy() throws Exception {
    Sources<String> sources = ab();
    Retry outer = Retry.builder().runtime(time).build();
    network.breaks("a", down);

    String answer =
        Policies.<String>wrap(outer, sources)
            .call(context -> network.answer(sources.current(context), context));

    assertThat(answer).isEqualTo("b");
    assertThat(sources.describe()).isEqualTo("sources(cdn)");
    assertThatThrownBy(() -> sources.current(Context.root()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cdn");
  }

  @Test
  @DisplayName("SR-14: sources in sources: each finds its own")
  void nestedSources() throws Exception {
    Sources<String> regions = cdn().name("region").add("eu", "eu").add("us", "us").build();
    Sources<Integer> ports = Sources.<Integer>builder("port").runtime(time).add("p", 80).build();

    String answer =
        Policies.<String>wrap(regions, ports)
            .call(context -> regions.current(context) + ":" + ports.current(context));

    assertThat(answer).isEqualTo("eu:80");
  }

  @EachMode
  @DisplayName("SR-15: wrappers of asynchronous failures are looked through")
  void looksThroughWrappers(Mode mode) throws Exception {
    Sources<String> sources =
        cdn().add("a", "a").add("b", "b").fatal(FileNotFoundException.class).build();
    FileNotFoundException notFound = new FileNotFoundException("404");
    network.breaks("a", new CompletionException(notFound));

    Throwable failure = network.failure(mode, sources);

    assertThat(failure instanceof CompletionException ? failure.getCause() : failure)
        .isSameAs(notFound);
    assertThat(network.hits("b")).isZero();
  }
}
