package io.firmitas.benchmarks;

import io.firmitas.benchmarks.contestant.Contestant;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;

/** The success paths that are watched. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
enum Guarded {
  BREAKER(Contestant::breaker),
  WINDOW((by, work) -> by.countingBreaker(100, work)),
  RETRY(Contestant::retry),
  TIMEOUT(Contestant::timeout),
  FALLBACK(Contestant::fallback),
  COMPOSITION(Contestant::composition),
  TIMED_COMPOSITION(Contestant::timedComposition);

  private final BiFunction<Contestant, Callable<Object>, Callable<Object>> guard;

  Guarded(BiFunction<Contestant, Callable<Object>, Callable<Object>> guard) {
    this.guard = guard;
  }

  Callable<Object> by(Contestant contestant, Callable<Object> work) {
    return guard.apply(contestant, work);
  }
}
