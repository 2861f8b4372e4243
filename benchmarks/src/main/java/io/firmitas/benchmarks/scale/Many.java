package io.firmitas.benchmarks.scale;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.PolicyProvider;
import io.firmitas.benchmarks.CallFailure;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.Window;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.util.TypeLiteral;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Supplier;

/** The things of which there may be many, by name. */
final class Many {
  private static final Duration LONG = Duration.ofHours(1);
  private static final int WINDOW = 100;

  private static final CompletionStage<Object> FAILED =
      CompletableFuture.failedFuture(CallFailure.INSTANCE);

  private static final class StageType extends TypeLiteral<CompletionStage<Object>> {
    private static final long serialVersionUID = 1;
  }

  private Many() {}

  /** Makes idle breakers. */
  static Map<String, Supplier<Supplier<Object>>> breakers() {
    Map<String, Supplier<Supplier<Object>>> all = new TreeMap<>();
    all.put("breaker firmitas builder", () -> () -> firmitasBreaker(Window.consecutive()));
    all.put("breaker firmitas shared", () -> sharedBreaker(Window.consecutive()));
    all.put("breaker failsafe", () -> () -> dev.failsafe.CircuitBreaker.builder().build());
    all.put("breaker smallrye", () -> () -> used(guard().withCircuitBreaker().done().build()));
    all.put("breaker resilience4j", () -> () -> resilience4jBreaker(10));
    all.put("window firmitas builder", () -> () -> firmitasBreaker(Window.ofCalls(WINDOW)));
    all.put("window firmitas shared", () -> sharedBreaker(Window.ofCalls(WINDOW)));
    all.put(
        "window failsafe",
        () ->
            () ->
                dev.failsafe.CircuitBreaker.builder()
                    .withFailureThreshold(WINDOW / 2, WINDOW)
                    .build());
    all.put(
        "window smallrye",
        () ->
            () -> used(guard().withCircuitBreaker().requestVolumeThreshold(WINDOW).done().build()));
    all.put("window resilience4j", () -> () -> resilience4jBreaker(WINDOW));
    return all;
  }

  private static Object firmitasBreaker(Window window) {
    return breakerConfig(window).toBuilder().build();
  }

  private static Supplier<Object> sharedBreaker(Window window) {
    CircuitBreakerConfig config = breakerConfig(window);
    return () -> PolicyProvider.installed().create(config);
  }

  private static CircuitBreakerConfig breakerConfig(Window window) {
    return io.firmitas.breaker.CircuitBreaker.builder().window(window).failureThreshold(5).config();
  }

  private static Object resilience4jBreaker(int window) {
    return io.github.resilience4j.circuitbreaker.CircuitBreaker.of(
        "breaker",
        io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.custom()
            .slidingWindow(
                window,
                window,
                SlidingWindowType.COUNT_BASED,
                SlidingWindowSynchronizationStrategy.SYNCHRONIZED)
            .build());
  }

  /** A guard is only really made by its first call. */
  private static Object used(TypedGuard<Object> guard) {
    guard.get(() -> "result");
    return guard;
  }

  private static TypedGuard.Builder<Object> guard() {
    return TypedGuard.create(Object.class);
  }

  /** Starts calls whose first attempt has failed and whose second one is far away. */
  static Map<String, Supplier<Supplier<CompletionStage<Object>>>> retries() {
    Map<String, Supplier<Supplier<CompletionStage<Object>>>> all = new TreeMap<>();
    all.put("retry firmitas", Many::firmitasRetry);
    all.put("retry failsafe", Many::failsafeRetry);
    all.put("retry smallrye", Many::smallRyeRetry);
    all.put("retry resilience4j", Many::resilience4jRetry);
    return all;
  }

  private static Supplier<CompletionStage<Object>> firmitasRetry() {
    Retry retry = Retry.builder().delay(LONG).maxDelay(LONG).build();
    AsyncCall<Object> call = context -> FAILED;
    return () -> retry.executeAsync(call, Context.root());
  }

  private static Supplier<CompletionStage<Object>> failsafeRetry() {
    dev.failsafe.FailsafeExecutor<Object> executor =
        dev.failsafe.Failsafe.with(
            dev.failsafe.RetryPolicy.<Object>builder().withDelay(LONG).build());

    dev.failsafe.function.CheckedSupplier<CompletionStage<Object>> call = () -> FAILED;
    return () -> executor.getStageAsync(call);
  }

  private static Supplier<CompletionStage<Object>> smallRyeRetry() {
    return TypedGuard.create(new StageType())
        .withRetry()
        .delay(LONG.toMinutes(), ChronoUnit.MINUTES)
        .maxDuration(LONG.toDays() + 1, ChronoUnit.DAYS)
        .done()
        .build()
        .adaptSupplier(() -> FAILED);
  }

  private static Supplier<CompletionStage<Object>> resilience4jRetry() {
    return io.github.resilience4j.retry.Retry.decorateCompletionStage(
        io.github.resilience4j.retry.Retry.of(
            "retry", RetryConfig.custom().waitDuration(LONG).build()),
        scheduler(),
        () -> FAILED);
  }

  /** Starts calls that are far from their timeout and end when the given future does. */
  static Map<String, Supplier<Timeouts>> timeouts() {
    Map<String, Supplier<Timeouts>> all = new TreeMap<>();
    all.put("timeout firmitas", Many::firmitasTimeout);
    all.put("timeout firmitas, context seen", Many::firmitasTimeoutWithContext);
    all.put("timeout failsafe", Many::failsafeTimeout);
    all.put("timeout smallrye", Many::smallRyeTimeout);
    all.put("timeout resilience4j", Many::resilience4jTimeout);
    return all;
  }

  /** Guards a stage with a long timeout. */
  @FunctionalInterface
  interface Timeouts {
    CompletionStage<Object> start(CompletableFuture<Object> source);
  }

  private static Timeouts firmitasTimeout() {
    Timeout timeout = Timeout.of(LONG);
    return source -> timeout.callAsync(() -> source);
  }

  private static Timeouts firmitasTimeoutWithContext() {
    Timeout timeout = Timeout.of(LONG);
    return source -> timeout.executeAsync(context -> source, Context.root());
  }

  private static Timeouts failsafeTimeout() {
    dev.failsafe.FailsafeExecutor<Object> executor =
        dev.failsafe.Failsafe.with(dev.failsafe.Timeout.of(LONG));
    return source -> executor.getStageAsync(() -> source);
  }

  private static Timeouts smallRyeTimeout() {
    TypedGuard<CompletionStage<Object>> guard =
        TypedGuard.create(new StageType())
            .withTimeout()
            .duration(LONG.toMinutes(), ChronoUnit.MINUTES)
            .done()
            .build();
    return source -> guard.get(() -> source);
  }

  private static Timeouts resilience4jTimeout() {
    TimeLimiter limiter = TimeLimiter.of(TimeLimiterConfig.custom().timeoutDuration(LONG).build());
    ScheduledThreadPoolExecutor scheduler = scheduler();
    return source ->
        limiter.<Object, CompletableFuture<Object>>executeCompletionStage(scheduler, () -> source);
  }

  /** Removes cancelled tasks, which users have to ask for. */
  private static ScheduledThreadPoolExecutor scheduler() {
    ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    scheduler.setRemoveOnCancelPolicy(true);
    return scheduler;
  }
}
