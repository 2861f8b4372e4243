package io.firmitas.benchmarks.run;

import io.firmitas.benchmarks.AsyncBenchmark;
import io.firmitas.benchmarks.BeanBenchmark;
import io.firmitas.benchmarks.BreakerBenchmark;
import io.firmitas.benchmarks.CompositionBenchmark;
import io.firmitas.benchmarks.FallbackBenchmark;
import io.firmitas.benchmarks.LimiterBenchmark;
import io.firmitas.benchmarks.MegamorphicBenchmark;
import io.firmitas.benchmarks.RetryBenchmark;
import io.firmitas.benchmarks.TimeoutBenchmark;
import io.firmitas.benchmarks.VirtualThreadsBenchmark;
import io.firmitas.benchmarks.contestant.Contestants;
import java.util.List;

/** The rows of the table: where each is measured, and what is wanted. */
@SuppressWarnings("ImmutableEnumChecker") // a target is a record of numbers
enum Row {
  BREAKER("breaker closed, success", BreakerBenchmark.class, "closed", Target.share(0.12), true),
  BREAKER_2(
      "the same, 2 threads", BreakerBenchmark.class, "closedBy2Threads", Target.share(0.03), true),
  WINDOW(
      "breaker, window of 100 at 50 %",
      BreakerBenchmark.class, "window", Target.share(hasVirtualThreads() ? 0.8 : 0.4), true),
  WINDOW_2(
      "the same, 2 threads", BreakerBenchmark.class, "windowBy2Threads", Target.share(0.4), false),
  FAILING(
      "breaker, 10 % failures",
      BreakerBenchmark.class, "failing", Target.share(0.4).withAnyBytes(), false),
  FAILING_WINDOW(
      "breaker, window, 10 % failures",
      BreakerBenchmark.class, "failingWindow", Target.share(0.4).withAnyBytes(), false),
  OPEN("breaker open", BreakerBenchmark.class, "open", Target.share(0.25).withAnyBytes(), true),
  RETRY("retry, no failure", RetryBenchmark.class, "noFailure", Target.share(0.15), true),
  RETRY_ONCE(
      "retry, one failure, no delay",
      RetryBenchmark.class,
      "oneFailure",
      Target.share(0.1).withAnyBytes(),
      false),
  TIMEOUT("timeout", TimeoutBenchmark.class, "kept", Target.share(0.15).notAboveFloor(), true),
  TIMEOUT_2(
      "the same, 2 threads",
      TimeoutBenchmark.class,
      "keptBy2Threads",
      Target.share(0.15).notAboveFloor(),
      false),
  FALLBACK("fallback not taken", FallbackBenchmark.class, "notTaken", Target.within(1), true),
  FALLBACK_TAKEN(
      "fallback taken", FallbackBenchmark.class, "taken", Target.share(0.5).withAnyBytes(), false),
  THREE("fallback(retry(breaker))", CompositionBenchmark.class, "three", Target.share(0.08), true),
  THREE_2(
      "the same, 2 threads",
      CompositionBenchmark.class,
      "threeBy2Threads",
      Target.share(0.03),
      true),
  FOUR(
      "fallback(retry(breaker(timeout)))",
      CompositionBenchmark.class,
      "four",
      Target.share(0.08),
      true),
  MEGAMORPHIC(
      "eight guards, eight calls", MegamorphicBenchmark.class, "mixed", Target.share(0.35), true),
  ASYNC(
      "asynchronous fallback(retry(breaker)), stage done",
      AsyncBenchmark.class,
      "three",
      Target.share(0.4).withBytes(150),
      true),
  ASYNC_RETRY(
      "asynchronous retry, one failure, no delay",
      AsyncBenchmark.class,
      "oneFailure",
      Target.share(0.1).withAnyBytes(),
      false),
  OUTAGE(
      "fallback(retry(breaker)), open",
      CompositionBenchmark.class,
      "outage",
      Target.share(0.25).withAnyBytes(),
      true),
  VIRTUAL_THREADS(
      "breaker, 10,000 virtual threads",
      VirtualThreadsBenchmark.class,
      "shared",
      Target.share(0.5).withAnyBytes(),
      false),
  BULKHEAD(
      "bulkhead with room; floor: a semaphore",
      LimiterBenchmark.class,
      "bulkhead",
      Target.share(1).withAnyBytes(),
      false),
  RATE_LIMITER(
      "rate limiter below its limit; floor: GCRA in one atomic",
      LimiterBenchmark.class,
      "rateLimiter",
      Target.share(1).withAnyBytes(),
      false),
  CDI(
      "CDI bean, fallback(retry(breaker)); floor: an empty interceptor",
      BeanBenchmark.class,
      "three",
      Target.overFloor(60, 100, 1 / 3.0),
      true);

  final String title;
  final String benchmark;
  final Target target;
  final boolean inSubset;

  Row(String title, Class<?> group, String method, Target target, boolean inSubset) {
    this.title = title;
    this.benchmark = group.getName() + "." + method;
    this.target = target;
    this.inSubset = inSubset;
  }

  boolean runsHere() {
    return this != VIRTUAL_THREADS || hasVirtualThreads();
  }

  /** Whether the JDK has virtual threads, and so Helidon takes part. */
  private static boolean hasVirtualThreads() {
    return Runtime.version().feature() >= 21;
  }

  List<String> contestants() {
    if (this == CDI) {
      return List.of(Contestants.FIRMITAS, "smallrye", Contestants.FLOOR);
    }
    List<String> lacking =
        switch (this) {
          case ASYNC, ASYNC_RETRY -> List.of("helidon");
          case BULKHEAD -> List.of(Contestants.FIRMITAS);
          case RATE_LIMITER -> List.of(Contestants.FIRMITAS, "helidon");
          default -> List.of();
        };
    return Contestants.names().stream().filter(name -> !lacking.contains(name)).toList();
  }
}
