package io.firmitas.benchmarks.contestant;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerBuilder;
import io.firmitas.breaker.Window;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Firmitas: policies composed once, the call made once as well. */
public final class FirmitasContestant implements Contestant {
  /** For {@link Contestants}. */
  public FirmitasContestant() {}

  private static Callable<Object> guard(Policy<Object> policy, Callable<Object> work) {
    Call<Object> call = context -> work.call();
    return () -> policy.execute(call, Context.root());
  }

  private static Supplier<CompletionStage<Object>> guardStage(
      Policy<Object> policy, Supplier<CompletionStage<Object>> work) {
    AsyncCall<Object> call = context -> work.get();
    return () -> policy.executeAsync(call, Context.root());
  }

  private static CircuitBreakerBuilder breaker() {
    return CircuitBreaker.builder().openTime(OPEN_TIME);
  }

  private static CircuitBreaker consecutiveBreaker() {
    return breaker().failureThreshold(CONSECUTIVE_FAILURES).build();
  }

  private static Retry retry() {
    return Retry.builder()
        .maxAttempts(ATTEMPTS)
        .backoff(Backoff.none())
        .jitter(Jitter.none())
        .build();
  }

  private static Fallback<Object> fallback() {
    return Fallback.from(failure -> ANSWER);
  }

  @Override
  public Callable<Object> breaker(Callable<Object> work) {
    return guard(consecutiveBreaker(), work);
  }

  @Override
  public Callable<Object> countingBreaker(int window, Callable<Object> work) {
    return guard(breaker().window(Window.ofCalls(window)).failureRate(0.5).build(), work);
  }

  @Override
  public Callable<Object> retry(Callable<Object> work) {
    return guard(retry(), work);
  }

  @Override
  public Callable<Object> timeout(Callable<Object> work) {
    return guard(Timeout.of(TIMEOUT), work);
  }

  @Override
  public Callable<Object> fallback(Callable<Object> work) {
    return guard(fallback(), work);
  }

  @Override
  public Callable<Object> composition(Callable<Object> work) {
    return guard(Policies.wrap(fallback(), retry(), consecutiveBreaker()), work);
  }

  @Override
  public Callable<Object> timedComposition(Callable<Object> work) {
    return guard(
        Policies.wrap(fallback(), retry(), consecutiveBreaker(), Timeout.of(TIMEOUT)), work);
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncComposition(
      Supplier<CompletionStage<Object>> work) {
    return guardStage(Policies.wrap(fallback(), retry(), consecutiveBreaker()), work);
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncRetry(Supplier<CompletionStage<Object>> work) {
    return guardStage(retry(), work);
  }

  /**
   * A stack of retries around a call.
   *
   * @param depth how many
   * @param work the call
   * @return the guarded call
   */
  public Callable<Object> nestedRetries(int depth, Callable<Object> work) {
    Policy<Object> policy = retry();
    for (int level = 1; level < depth; level++) {
      policy = Policies.wrap(retry(), policy);
    }
    return guard(policy, work);
  }
}
