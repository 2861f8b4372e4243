package io.firmitas.examples.demo;

import io.firmitas.PolicyRuntime;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What happened and when: events of policies, requests at the origin, calls. Thread-safe. */
final class Chronicle implements PolicyListener {
  private final PolicyRuntime clock = PolicyRuntime.system();
  private final long start = clock.nanoTime();
  private final List<Happening> happenings = new ArrayList<>();

  /**
   * Something that happened.
   *
   * @param at when, as time since the start
   * @param source to whom
   * @param what a {@link PolicyEvent}, a {@link Origin.Request} or a {@link Served}
   */
  record Happening(Duration at, Source source, Object what) {}

  /**
   * A call ended.
   *
   * @param outcome how
   * @param took how long it took its caller
   */
  record Served(Outcome outcome, Duration took) {}

  /** How a call ended for its caller. */
  enum Outcome {
    FRESH,
    FALLBACK,
    FAILED
  }

  Duration now() {
    return Duration.ofNanos(clock.nanoTime() - start);
  }

  @Override
  public void onEvent(PolicyEvent event) {
    add(Source.of(event.policy()), event);
  }

  synchronized void add(Source source, Object what) {
    happenings.add(new Happening(now(), source, what));
  }

  /** What happened to a source since a time, oldest first. */
  synchronized List<Happening> since(Duration time, Source source) {
    return happenings.stream()
        .filter(each -> each.source() == source && each.at().compareTo(time) >= 0)
        .toList();
  }

  /** When things of one kind happened to a source since a time, oldest first. */
  <E> List<Duration> times(Duration since, Source source, Class<E> kind, Predicate<E> condition) {
    return since(since, source).stream()
        .filter(each -> kind.isInstance(each.what()) && condition.test(kind.cast(each.what())))
        .map(Happening::at)
        .toList();
  }

  <E> int count(Duration since, Source source, Class<E> kind, Predicate<E> condition) {
    return times(since, source, kind, condition).size();
  }

  /** The attempts that reached the origin. */
  int attempts(Duration since, Source source) {
    return count(since, source, Origin.Request.class, request -> !request.repeat());
  }

  /** The requests that the HTTP client sent a second time. */
  int repeats(Duration since, Source source) {
    return count(since, source, Origin.Request.class, Origin.Request::repeat);
  }

  int served(Duration since, Source source, Outcome outcome) {
    return count(since, source, Served.class, served -> served.outcome() == outcome);
  }

  /** When a source first gave a fresh page since a time. */
  Optional<Duration> firstFresh(Duration since, Source source) {
    return times(since, source, Served.class, served -> served.outcome() == Outcome.FRESH).stream()
        .findFirst();
  }
}
