package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;

/**
 * The success paths that are watched, and how many clock readings each may cost beyond its floor.
 */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
enum Guarded {
  BREAKER(0.5, Contestant::breaker),
  WINDOW(4, (by, work) -> by.countingBreaker(100, work)),
  RETRY(0.5, Contestant::retry),
  TIMEOUT(1, Contestant::timeout),
  FALLBACK(0.5, Contestant::fallback),
  COMPOSITION(0.5, Contestant::composition),
  TIMED_COMPOSITION(1, Contestant::timedComposition);

  final double clockReadings;
  private final BiFunction<Contestant, Callable<Object>, Callable<Object>> guard;

  Guarded(double clockReadings, BiFunction<Contestant, Callable<Object>, Callable<Object>> guard) {
    this.clockReadings = clockReadings;
    this.guard = guard;
  }

  Callable<Object> by(Contestant contestant, Callable<Object> work) {
    return guard.apply(contestant, work);
  }
}
