package io.firmitas.benchmarks.contestant;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A library, or a hand-written floor, that guards calls. Each method builds everything that can be
 * built before the call, in the way that is fastest for this library: what it returns is only
 * called.
 *
 * <p>The settings are the same for all, as far as a library has them: a breaker that counts
 * consecutive failures opens at five, the nearest setting elsewhere is a window of five calls with
 * a rate of 100 %; a breaker with a window opens at 50 %; open for an hour; a retry makes three
 * attempts with no delay and does not retry refusals of the breaker; a timeout is {@link #TIMEOUT}
 * long and interrupts the call; a fallback answers every exception; limits are high enough for
 * every call. Exceptions have no stack trace where that can be chosen. No listeners, no metrics.
 */
public interface Contestant extends AutoCloseable {
  /** How long timeouts are. */
  Duration TIMEOUT = Duration.ofSeconds(1);

  /** How long breakers stay open. */
  Duration OPEN_TIME = Duration.ofHours(1);

  /** How many failures in a row open a breaker without a window. */
  int CONSECUTIVE_FAILURES = 5;

  /** How many attempts a retry makes. */
  int ATTEMPTS = 3;

  /** How many calls a bulkhead admits at a time. */
  int CONCURRENT_CALLS = 10;

  /** How many calls a rate limiter admits in a second. */
  int CALLS_PER_SECOND = 1_000_000_000;

  /** What fallbacks answer. */
  Object ANSWER = "answer of the fallback";

  /**
   * A breaker that counts consecutive failures.
   *
   * @param work the call
   * @return the guarded call
   */
  Callable<Object> breaker(Callable<Object> work);

  /**
   * A breaker that looks at the last calls.
   *
   * @param window how many of them
   * @param work the call
   * @return the guarded call
   */
  Callable<Object> countingBreaker(int window, Callable<Object> work);

  /**
   * A retry.
   *
   * @param work the call
   * @return the guarded call
   */
  Callable<Object> retry(Callable<Object> work);

  /**
   * A timeout.
   *
   * @param work the call
   * @return the guarded call
   */
  Callable<Object> timeout(Callable<Object> work);

  /**
   * A fallback.
   *
   * @param work the call
   * @return the guarded call
   */
  Callable<Object> fallback(Callable<Object> work);

  /**
   * A bulkhead that has room.
   *
   * @param work the call
   * @return the guarded call
   * @throws UnsupportedOperationException when the library has none
   */
  default Callable<Object> bulkhead(Callable<Object> work) {
    throw new UnsupportedOperationException("no bulkhead");
  }

  /**
   * A rate limiter that has permits left.
   *
   * @param work the call
   * @return the guarded call
   * @throws UnsupportedOperationException when the library has none
   */
  default Callable<Object> rateLimiter(Callable<Object> work) {
    throw new UnsupportedOperationException("no rate limiter");
  }

  /**
   * A fallback around a retry around a breaker.
   *
   * @param work the call
   * @return the guarded call
   */
  Callable<Object> composition(Callable<Object> work);

  /**
   * A fallback around a retry around a breaker around a timeout.
   *
   * @param work the call
   * @return the guarded call
   */
  Callable<Object> timedComposition(Callable<Object> work);

  /**
   * The asynchronous form of {@link #composition}, on the thread of the caller as long as nothing
   * has to be waited for.
   *
   * @param work starts the call
   * @return starts the guarded call
   * @throws UnsupportedOperationException when the library does not guard stages
   */
  default Supplier<CompletionStage<Object>> asyncComposition(
      Supplier<CompletionStage<Object>> work) {
    throw new UnsupportedOperationException("no stages");
  }

  /**
   * The asynchronous form of {@link #retry}.
   *
   * @param work starts the call
   * @return starts the guarded call
   * @throws UnsupportedOperationException when the library does not guard stages
   */
  default Supplier<CompletionStage<Object>> asyncRetry(Supplier<CompletionStage<Object>> work) {
    throw new UnsupportedOperationException("no stages");
  }

  /** Ends the threads that this contestant has started. */
  @Override
  default void close() {}
}
