package io.firmitas.benchmarks.contestant;

import dev.failsafe.Bulkhead;
import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerBuilder;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Fallback;
import dev.failsafe.Policy;
import dev.failsafe.RateLimiter;
import dev.failsafe.RetryPolicy;
import dev.failsafe.Timeout;
import dev.failsafe.function.CheckedSupplier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Failsafe: one executor for each composition, asynchronous calls on the thread of the caller. */
public final class FailsafeContestant implements Contestant {
  /** For {@link Contestants}. */
  public FailsafeContestant() {}

  private static Callable<Object> guard(Callable<Object> work, List<Policy<Object>> policies) {
    FailsafeExecutor<Object> executor = Failsafe.with(policies);
    CheckedSupplier<Object> call = work::call;
    return () -> executor.get(call);
  }

  private static Supplier<CompletionStage<Object>> guardStage(
      Supplier<CompletionStage<Object>> work, List<Policy<Object>> policies) {
    Executor onCallersThread = Runnable::run;
    FailsafeExecutor<Object> executor = Failsafe.with(policies).with(onCallersThread);
    CheckedSupplier<CompletionStage<Object>> call = work::get;
    return () -> executor.getStageAsync(call);
  }

  private static CircuitBreakerBuilder<Object> breaker() {
    return CircuitBreaker.builder().withDelay(OPEN_TIME);
  }

  private static CircuitBreaker<Object> consecutiveBreaker() {
    return breaker().withFailureThreshold(CONSECUTIVE_FAILURES).build();
  }

  private static RetryPolicy<Object> retry() {
    return RetryPolicy.builder()
        .withMaxAttempts(ATTEMPTS)
        .abortOn(CircuitBreakerOpenException.class)
        .build();
  }

  private static Timeout<Object> timeout() {
    return Timeout.builder(TIMEOUT).withInterrupt().build();
  }

  private static Fallback<Object> fallback() {
    return Fallback.of(ANSWER);
  }

  @Override
  public Callable<Object> breaker(Callable<Object> work) {
    return guard(work, List.of(consecutiveBreaker()));
  }

  @Override
  public Callable<Object> countingBreaker(int window, Callable<Object> work) {
    return guard(work, List.of(breaker().withFailureThreshold(window / 2, window).build()));
  }

  @Override
  public Callable<Object> retry(Callable<Object> work) {
    return guard(work, List.of(retry()));
  }

  @Override
  public Callable<Object> timeout(Callable<Object> work) {
    return guard(work, List.of(timeout()));
  }

  @Override
  public Callable<Object> fallback(Callable<Object> work) {
    return guard(work, List.of(fallback()));
  }

  @Override
  public Callable<Object> bulkhead(Callable<Object> work) {
    return guard(work, List.of(Bulkhead.of(CONCURRENT_CALLS)));
  }

  @Override
  public Callable<Object> rateLimiter(Callable<Object> work) {
    return guard(
        work, List.of(RateLimiter.smoothBuilder(CALLS_PER_SECOND, Duration.ofSeconds(1)).build()));
  }

  @Override
  public Callable<Object> composition(Callable<Object> work) {
    return guard(work, List.of(fallback(), retry(), consecutiveBreaker()));
  }

  @Override
  public Callable<Object> timedComposition(Callable<Object> work) {
    return guard(work, List.of(fallback(), retry(), consecutiveBreaker(), timeout()));
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncComposition(
      Supplier<CompletionStage<Object>> work) {
    return guardStage(work, List.of(fallback(), retry(), consecutiveBreaker()));
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncRetry(Supplier<CompletionStage<Object>> work) {
    return guardStage(work, List.of(retry()));
  }
}
