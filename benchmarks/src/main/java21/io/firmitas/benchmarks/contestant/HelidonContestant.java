package io.firmitas.benchmarks.contestant;

import io.helidon.faulttolerance.Bulkhead;
import io.helidon.faulttolerance.CircuitBreaker;
import io.helidon.faulttolerance.CircuitBreakerOpenException;
import io.helidon.faulttolerance.Fallback;
import io.helidon.faulttolerance.Retry;
import io.helidon.faulttolerance.Timeout;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Helidon Fault Tolerance: plain nested suppliers, the timeout on the thread of the caller. It does
 * not guard stages.
 */
public final class HelidonContestant implements Contestant {
  private static final int PERCENT = 100;

  /** For {@link Contestants}. */
  public HelidonContestant() {}

  private static CircuitBreaker breaker(int window, int errorRatio) {
    return CircuitBreaker.builder().volume(window).errorRatio(errorRatio).delay(OPEN_TIME).build();
  }

  private static Retry retry() {
    return Retry.builder()
        .calls(ATTEMPTS)
        .delay(Duration.ZERO)
        .jitter(Duration.ZERO)
        .overallTimeout(OPEN_TIME)
        .addSkipOn(CircuitBreakerOpenException.class)
        .build();
  }

  private static Supplier<Object> breaker(Supplier<Object> work) {
    CircuitBreaker breaker = breaker(CONSECUTIVE_FAILURES, PERCENT);
    return () -> breaker.invoke(work);
  }

  private static Supplier<Object> retry(Supplier<Object> work) {
    Retry retry = retry();
    return () -> retry.invoke(work);
  }

  private static Supplier<Object> timeout(Supplier<Object> work) {
    Timeout timeout = Timeout.builder().timeout(TIMEOUT).currentThread(true).build();
    return () -> timeout.invoke(work);
  }

  private static Callable<Object> fallback(Supplier<Object> work) {
    Fallback<Object> fallback = Fallback.createFromMethod(failure -> ANSWER);
    return () -> fallback.invoke(work);
  }

  private static Supplier<Object> supplier(Callable<Object> work) {
    return () -> {
      try {
        return work.call();
      } catch (RuntimeException unchecked) {
        throw unchecked;
      } catch (Exception checked) {
        throw new IllegalStateException(checked);
      }
    };
  }

  @Override
  public Callable<Object> breaker(Callable<Object> work) {
    return breaker(supplier(work))::get;
  }

  @Override
  public Callable<Object> countingBreaker(int window, Callable<Object> work) {
    CircuitBreaker breaker = breaker(window, PERCENT / 2);
    Supplier<Object> supplier = supplier(work);
    return () -> breaker.invoke(supplier);
  }

  @Override
  public Callable<Object> retry(Callable<Object> work) {
    return retry(supplier(work))::get;
  }

  @Override
  public Callable<Object> timeout(Callable<Object> work) {
    return timeout(supplier(work))::get;
  }

  @Override
  public Callable<Object> fallback(Callable<Object> work) {
    return fallback(supplier(work));
  }

  @Override
  public Callable<Object> bulkhead(Callable<Object> work) {
    Bulkhead bulkhead = Bulkhead.builder().limit(CONCURRENT_CALLS).build();
    Supplier<Object> supplier = supplier(work);
    return () -> bulkhead.invoke(supplier);
  }

  @Override
  public Callable<Object> composition(Callable<Object> work) {
    return fallback(retry(breaker(supplier(work))));
  }

  @Override
  public Callable<Object> timedComposition(Callable<Object> work) {
    return fallback(retry(breaker(timeout(supplier(work)))));
  }
}
