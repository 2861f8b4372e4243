package io.firmitas.benchmarks.contestant;

import io.smallrye.faulttolerance.api.TypedGuard;
import io.smallrye.faulttolerance.standalone.StandaloneFaultTolerance;
import jakarta.enterprise.util.TypeLiteral;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/** SmallRye Fault Tolerance, standalone: one typed guard for each composition. */
public final class SmallRyeContestant implements Contestant {
  private static final TypeLiteral<CompletionStage<Object>> STAGE = new StageType();

  private static final class StageType extends TypeLiteral<CompletionStage<Object>> {
    private static final long serialVersionUID = 1;
  }

  /** For {@link Contestants}. */
  public SmallRyeContestant() {}

  private static <T> TypedGuard.Builder<T> withBreaker(
      TypedGuard.Builder<T> guard, int window, double failureRatio) {
    return guard
        .withCircuitBreaker()
        .requestVolumeThreshold(window)
        .failureRatio(failureRatio)
        .delay(OPEN_TIME.toMinutes(), ChronoUnit.MINUTES)
        .done();
  }

  private static <T> TypedGuard.Builder<T> withRetry(TypedGuard.Builder<T> guard) {
    return guard
        .withRetry()
        .maxRetries(ATTEMPTS - 1)
        .delay(0, ChronoUnit.MILLIS)
        .jitter(0, ChronoUnit.MILLIS)
        .abortOn(CircuitBreakerOpenException.class)
        .done();
  }

  private static <T> TypedGuard.Builder<T> withTimeout(TypedGuard.Builder<T> guard) {
    return guard.withTimeout().duration(TIMEOUT.toSeconds(), ChronoUnit.SECONDS).done();
  }

  private static <T> TypedGuard.Builder<T> withFallback(TypedGuard.Builder<T> guard, T answer) {
    return guard.withFallback().handler(failure -> answer).done();
  }

  private static TypedGuard.Builder<Object> guard() {
    return TypedGuard.create(Object.class);
  }

  private static Callable<Object> adapt(TypedGuard.Builder<Object> builder, Callable<Object> work) {
    return builder.build().adaptCallable(work);
  }

  @Override
  public Callable<Object> breaker(Callable<Object> work) {
    return adapt(withBreaker(guard(), CONSECUTIVE_FAILURES, 1), work);
  }

  @Override
  public Callable<Object> countingBreaker(int window, Callable<Object> work) {
    return adapt(withBreaker(guard(), window, 0.5), work);
  }

  @Override
  public Callable<Object> retry(Callable<Object> work) {
    return adapt(withRetry(guard()), work);
  }

  @Override
  public Callable<Object> timeout(Callable<Object> work) {
    return adapt(withTimeout(guard()), work);
  }

  @Override
  public Callable<Object> fallback(Callable<Object> work) {
    return adapt(withFallback(guard(), ANSWER), work);
  }

  @Override
  public Callable<Object> bulkhead(Callable<Object> work) {
    return adapt(guard().withBulkhead().limit(CONCURRENT_CALLS).done(), work);
  }

  @Override
  public Callable<Object> rateLimiter(Callable<Object> work) {
    return adapt(
        guard().withRateLimit().limit(CALLS_PER_SECOND).window(1, ChronoUnit.SECONDS).done(), work);
  }

  private static <T> TypedGuard.Builder<T> withComposition(TypedGuard.Builder<T> guard, T answer) {
    return withFallback(withRetry(withBreaker(guard, CONSECUTIVE_FAILURES, 1)), answer);
  }

  @Override
  public Callable<Object> composition(Callable<Object> work) {
    return adapt(withComposition(guard(), ANSWER), work);
  }

  @Override
  public Callable<Object> timedComposition(Callable<Object> work) {
    return adapt(withTimeout(withComposition(guard(), ANSWER)), work);
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncComposition(
      Supplier<CompletionStage<Object>> work) {
    CompletionStage<Object> answer = CompletableFuture.completedFuture(ANSWER);
    return withComposition(TypedGuard.create(STAGE), answer).build().adaptSupplier(work);
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncRetry(Supplier<CompletionStage<Object>> work) {
    return withRetry(TypedGuard.create(STAGE)).build().adaptSupplier(work);
  }

  @Override
  public void close() {
    try {
      StandaloneFaultTolerance.shutdown();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
