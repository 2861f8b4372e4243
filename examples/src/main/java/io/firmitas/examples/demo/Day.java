package io.firmitas.examples.demo;

import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.examples.demo.Chronicle.Outcome;
import io.firmitas.examples.demo.Origin.Request;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The script: what happens to the origin during the day, and what its callers may expect. */
final class Day {
  private static final Duration SLOW = Duration.ofMillis(1500);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration OUTAGE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Origin origin;
  private final Chronicle chronicle;
  private final Timeline timeline;
  private final Caller caller;
  private final Function<Source, Terms> terms;
  private final Checks checks;

  Day(
      Origin origin,
      Chronicle chronicle,
      Timeline timeline,
      Caller caller,
      Function<Source, Terms> terms,
      Checks checks) {
    this.origin = origin;
    this.chronicle = chronicle;
    this.timeline = timeline;
    this.caller = caller;
    this.terms = terms;
    this.checks = checks;
  }

  /** Plays the day and returns when the origin had recovered. */
  Duration play() {
    for (Source source : Source.values()) {
      checks.that(
          source.text() + " is guarded by a retry, a breaker and a timeout",
          terms.apply(source).complete(),
          terms.apply(source).describe());
    }
    if (!checks.allKept()) {
      return chronicle.now();
    }
    quiet("all sources are healthy");
    trouble(
        Source.NORTH, "slow", Reply.slow(SLOW), SLOW.compareTo(timeout(Source.NORTH)) < 0 ? 0 : 1);
    trouble(Source.WEST, "connections", Reply.reset(), 2);
    trouble(Source.SOUTH, "errors", Reply.status(500), 2);
    retryAfter();
    missing();
    outage();
    Duration recovered = recovery();
    quiet("all is well again");
    noRequestWhileOpen();
    return recovered;
  }

  private Duration timeout(Source source) {
    return terms.apply(source).timeout();
  }

  private void quiet(String title) {
    timeline.chapter(title);
    Duration begin = chronicle.now();
    for (Source source : Source.values()) {
      caller.call(source);
    }
    for (Source source : Source.values()) {
      checks.that(
          title + ": " + source.text() + " serves a fresh page at the first attempt",
          chronicle.served(begin, source, Outcome.FRESH) == 1
              && chronicle.attempts(begin, source) == 1,
          chronicle.since(begin, source).toString());
    }
  }

  /** One call during a short trouble: does it outlive it exactly when the settings say so? */
  private Duration trouble(Source source, String name, Reply reply, int failures) {
    int replies = Math.max(1, failures);
    String title = name + ": " + source.text() + ", " + replies + " x " + reply.text();
    timeline.chapter(title);
    Terms promised = terms.apply(source);
    origin.disturb(source, reply, replies);
    Duration begin = chronicle.now();
    Outcome outcome = caller.call(source);
    checks.same(
        title + ", caller gets",
        promised.survives(failures) ? Outcome.FRESH : Outcome.FALLBACK,
        outcome);
    checks.same(
        title + ", attempts", promised.attempts(failures), chronicle.attempts(begin, source));
    origin.disturb(source, reply, 0);
    if (outcome != Outcome.FRESH) {
      caller.callUntilFresh(source, promised.openTime().plus(PATIENCE), PAUSE);
    }
    return begin;
  }

  private void retryAfter() {
    Source source = Source.NORTH;
    Duration begin = trouble(source, "overload", Reply.unavailable(RETRY_AFTER), 1);
    List<Duration> requests =
        chronicle.times(begin, source, Request.class, request -> !request.repeat());
    Duration promised = earlier(RETRY_AFTER, terms.apply(source).maxDelay());
    if (terms.apply(source).survives(1)) {
      Duration waited = requests.get(1).minus(requests.get(0));
      checks.that(
          "Retry-After: the next request comes after " + Text.of(promised) + " or later",
          waited.compareTo(promised) >= 0,
          "came after " + Text.of(waited));
    }
  }

  private static Duration earlier(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void missing() {
    Source source = Source.WEST;
    timeline.chapter("missing: " + source.text() + " answers 404");
    origin.disturb(source, Reply.status(404), 1);
    Duration begin = chronicle.now();
    Outcome outcome = caller.call(source);
    checks.same("404: the caller gets the failure itself", Outcome.FAILED, outcome);
    checks.same("404: not retried, attempts", 1, chronicle.attempts(begin, source));
  }

  private void outage() {
    timeline.chapter("outage: every connection is reset");
    origin.answerAll(Reply.reset());
    Duration begin = chronicle.now();
    for (Source source : Source.values()) {
      callUntilOpen(source, begin);
      checks.same(
          "outage: " + source.text() + " opens its breaker, attempts until then",
          terms.apply(source).failureThreshold(),
          chronicle.attempts(begin, source));
    }
    Duration end = chronicle.now().plus(OUTAGE);
    while (chronicle.now().compareTo(end) < 0) {
      for (Source source : Source.values()) {
        caller.call(source);
      }
      caller.pause(PAUSE);
    }
    for (Source source : Source.values()) {
      checks.same(
          "outage: " + source.text() + " fails no caller, failures",
          0,
          chronicle.served(begin, source, Outcome.FAILED));
    }
  }

  private void callUntilOpen(Source source, Duration begin) {
    int most = terms.apply(source).failureThreshold();
    for (int calls = 0; calls < most && opened(source, begin).isEmpty(); calls++) {
      caller.call(source);
    }
  }

  private List<Duration> opened(Source source, Duration since) {
    return chronicle.times(
        since, source, CircuitStateChanged.class, change -> change.to() == CircuitState.OPEN);
  }

  private Duration recovery() {
    timeline.chapter("recovery: the origin is back");
    Duration begin = chronicle.now();
    origin.answerAll(Reply.healthy());
    Set<Source> waiting = EnumSet.allOf(Source.class);
    Duration end = begin.plus(longestOpenTime()).plus(PATIENCE);
    while (!waiting.isEmpty() && chronicle.now().compareTo(end) < 0) {
      waiting.removeIf(source -> caller.call(source) == Outcome.FRESH);
      if (!waiting.isEmpty()) {
        caller.pause(PAUSE);
      }
    }
    for (Source source : Source.values()) {
      checkRecovery(source, begin);
    }
    return begin;
  }

  private Duration longestOpenTime() {
    Duration longest = Duration.ZERO;
    for (Source source : Source.values()) {
      Duration openTime = terms.apply(source).openTime();
      longest = openTime.compareTo(longest) > 0 ? openTime : longest;
    }
    return longest;
  }

  /** The last call that was refused was within the open time; the next one has to be served. */
  private void checkRecovery(Source source, Duration begin) {
    List<Duration> calls = chronicle.times(begin, source, Chronicle.Served.class, served -> true);
    Duration before = calls.size() > 1 ? calls.get(calls.size() - 2) : begin;
    Duration oneCall = calls.get(calls.size() - 1).minus(before);
    Duration limit = terms.apply(source).openTime().plus(oneCall);
    checks.that(
        "recovery: "
            + source.text()
            + " within its open time of "
            + Text.of(terms.apply(source).openTime())
            + " and one call",
        chronicle
            .firstFresh(begin, source)
            .map(fresh -> fresh.minus(begin).compareTo(limit) <= 0)
            .orElse(false),
        chronicle.since(begin, source).toString());
  }

  private void noRequestWhileOpen() {
    for (Source source : Source.values()) {
      int requests = 0;
      for (Duration opened : opened(source, Duration.ZERO)) {
        requests += requestsBeforeProbe(source, opened);
      }
      checks.same(
          "all day: " + source.text() + ", requests while its breaker is open", 0, requests);
    }
  }

  private int requestsBeforeProbe(Source source, Duration opened) {
    int requests = 0;
    for (Chronicle.Happening each : chronicle.since(opened, source)) {
      if (each.what() instanceof CircuitStateChanged change
          && change.to() == CircuitState.HALF_OPEN) {
        break;
      }
      requests += each.what() instanceof Request ? 1 : 0;
    }
    return requests;
  }
}
