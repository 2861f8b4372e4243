package io.firmitas.benchmarks.contestant;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.core.CallableUtils;
import io.github.resilience4j.core.CompletionStageUtils;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * Resilience4j: decorators made once, the window that synchronizes (the lock-free one is slower),
 * no writable stack traces. Its time limiter guards futures, so a synchronous call has to move to
 * another thread.
 */
public final class Resilience4jContestant implements Contestant {
  private static final int PERCENT = 100;

  private final ExecutorService workers = Executors.newCachedThreadPool();
  private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);

  /** For {@link Contestants}. */
  public Resilience4jContestant() {}

  private static CircuitBreaker breaker(int window, float failureRate) {
    return CircuitBreaker.of(
        "breaker",
        CircuitBreakerConfig.custom()
            .slidingWindow(
                window,
                window,
                SlidingWindowType.COUNT_BASED,
                SlidingWindowSynchronizationStrategy.SYNCHRONIZED)
            .failureRateThreshold(failureRate)
            .waitDurationInOpenState(OPEN_TIME)
            .writableStackTraceEnabled(false)
            .build());
  }

  private static CircuitBreaker consecutiveBreaker() {
    return breaker(CONSECUTIVE_FAILURES, PERCENT);
  }

  private static Retry retry() {
    return Retry.of(
        "retry",
        RetryConfig.custom()
            .maxAttempts(ATTEMPTS)
            .intervalFunction(attempt -> 0L)
            .ignoreExceptions(CallNotPermittedException.class)
            .writableStackTraceEnabled(false)
            .build());
  }

  @Override
  public Callable<Object> breaker(Callable<Object> work) {
    return CircuitBreaker.decorateCallable(consecutiveBreaker(), work);
  }

  @Override
  public Callable<Object> countingBreaker(int window, Callable<Object> work) {
    return CircuitBreaker.decorateCallable(breaker(window, PERCENT / 2f), work);
  }

  @Override
  public Callable<Object> retry(Callable<Object> work) {
    return Retry.decorateCallable(retry(), work);
  }

  @Override
  public Callable<Object> timeout(Callable<Object> work) {
    TimeLimiter limiter =
        TimeLimiter.of(
            TimeLimiterConfig.custom().timeoutDuration(TIMEOUT).cancelRunningFuture(true).build());
    Supplier<Future<Object>> onAnotherThread = () -> workers.submit(work);
    return TimeLimiter.decorateFutureSupplier(limiter, onAnotherThread);
  }

  @Override
  public Callable<Object> fallback(Callable<Object> work) {
    return CallableUtils.recover(work, failure -> ANSWER);
  }

  @Override
  public Callable<Object> bulkhead(Callable<Object> work) {
    BulkheadConfig config =
        BulkheadConfig.custom()
            .maxConcurrentCalls(CONCURRENT_CALLS)
            .maxWaitDuration(Duration.ZERO)
            .writableStackTraceEnabled(false)
            .build();
    return Bulkhead.decorateCallable(Bulkhead.of("bulkhead", config), work);
  }

  @Override
  public Callable<Object> rateLimiter(Callable<Object> work) {
    RateLimiterConfig config =
        RateLimiterConfig.custom()
            .limitForPeriod(CALLS_PER_SECOND)
            .limitRefreshPeriod(Duration.ofSeconds(1))
            .timeoutDuration(Duration.ZERO)
            .writableStackTraceEnabled(false)
            .build();
    return RateLimiter.decorateCallable(RateLimiter.of("limiter", config), work);
  }

  @Override
  public Callable<Object> composition(Callable<Object> work) {
    return fallback(retry(breaker(work)));
  }

  @Override
  public Callable<Object> timedComposition(Callable<Object> work) {
    return composition(timeout(work));
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncComposition(
      Supplier<CompletionStage<Object>> work) {
    return CompletionStageUtils.recover(
        asyncRetry(CircuitBreaker.decorateCompletionStage(consecutiveBreaker(), work)),
        failure -> ANSWER);
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncRetry(Supplier<CompletionStage<Object>> work) {
    return Retry.decorateCompletionStage(retry(), scheduler, work);
  }

  @Override
  public void close() {
    workers.shutdownNow();
    scheduler.shutdownNow();
  }
}
