package io.firmitas.tck.peers;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallIgnored;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.event.CircuitCallSucceeded;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.PolicyEvent;
import io.firmitas.tck.monitor.Stages;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The breaker of Resilience4j. Consecutive failures are a window that is full of failures. */
final class Resilience4jBreaker extends PeerBreaker {
  private final CircuitBreaker breaker;

  Resilience4jBreaker(CircuitBreakerConfig config) {
    super(config);
    io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.Builder settings =
        io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.custom()
            .clock(new WallClock())
            .currentTimestampFunction(clock -> runtime().nanoTime(), TimeUnit.NANOSECONDS)
            .permittedNumberOfCallsInHalfOpenState(config.probes())
            .waitIntervalFunctionInOpenState(
                (IntervalFunction) opening -> waitMillis(config.openTimeOf(opening)))
            .writableStackTraceEnabled(config.stackTraces())
            .ignoreException(thrown -> verdict(thrown) == Verdict.NEUTRAL)
            .recordException(thrown -> verdict(thrown) == Verdict.FAILURE)
            .recordResult(this::failsOnResult)
            .failureRateThreshold(
                config.failureRate().map(rate -> (float) (rate.value() * 100)).orElse(100f));
    if (config.window() instanceof Window.Calls calls) {
      settings.slidingWindow(calls.size(), config.minimumCalls(), SlidingWindowType.COUNT_BASED);
    } else if (config.window() instanceof Window.Time time) {
      int seconds = (int) time.duration().toSeconds();
      settings.slidingWindow(seconds, config.minimumCalls(), SlidingWindowType.TIME_BASED);
    } else {
      int threshold = config.failureThreshold();
      settings.slidingWindow(threshold, threshold, SlidingWindowType.COUNT_BASED);
    }
    config.slowCallDuration().ifPresent(settings::slowCallDurationThreshold);
    config
        .slowCallRate()
        .ifPresent(rate -> settings.slowCallRateThreshold((float) (rate.value() * 100)));
    breaker = CircuitBreaker.of(config.name(), settings.build());
    listen();
  }

  /**
   * Calls pass when the clock is past the end of the wait, not at it. A wait that is one
   * millisecond shorter, the least there is, lets them pass in time.
   */
  private static long waitMillis(Duration openTime) {
    long years = 1_000L * 365 * 24 * 3_600 * 1_000;
    boolean endless = openTime.compareTo(Duration.ofMillis(years)) > 0;
    return endless ? years : Math.max(1, openTime.toMillis() - 1);
  }

  private void listen() {
    breaker
        .getEventPublisher()
        .onSuccess(event -> publish(new CircuitCallSucceeded(name(), state())))
        .onError(event -> publish(failed(event.getThrowable())))
        .onIgnoredError(
            event -> publish(new CircuitCallIgnored(name(), state(), event.getThrowable())))
        .onCallNotPermitted(
            event -> publish(new CircuitCallRejected(name(), state(), failures(), Duration.ZERO)))
        .onStateTransition(
            event ->
                publish(
                    changed(
                        event.getStateTransition().getFromState(),
                        event.getStateTransition().getToState())));
  }

  private void publish(PolicyEvent event) {
    config.listeners().publish(event);
  }

  private PolicyEvent failed(Throwable thrown) {
    return new CircuitCallFailed(name(), state(), failures(), config.failureThreshold(), thrown);
  }

  private PolicyEvent changed(CircuitBreaker.State from, CircuitBreaker.State to) {
    boolean opens = to == CircuitBreaker.State.OPEN;
    return new CircuitStateChanged(
        name(),
        state(from),
        state(to),
        failures(),
        opens ? config.openTime() : Duration.ZERO,
        Duration.ZERO,
        null,
        runtime().instant());
  }

  @Override
  public Object execute(Call<? extends Object> call, Context context) throws Exception {
    try {
      return breaker.executeCheckedSupplier(() -> call.invoke(context));
    } catch (Throwable thrown) {
      throw FailureMatcher.rethrow(translated(thrown));
    }
  }

  @Override
  public CompletableFuture<Object> executeAsync(AsyncCall<? extends Object> call, Context context) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    CompletableFuture<Object> stage =
        Stages.future(breaker.executeCompletionStage(() -> Stages.start(call, context)));
    Stages.atEnd(
        stage,
        (value, thrown) -> {
          if (thrown == null) {
            answer.complete(value);
          } else {
            answer.completeExceptionally(translated(FailureMatcher.unwrap(thrown)));
          }
        });
    Stages.atEnd(answer, (value, thrown) -> stage.cancel(true));
    return answer;
  }

  private Throwable translated(Throwable thrown) {
    return thrown instanceof CallNotPermittedException refused
            && refused.getCausingCircuitBreakerName().equals(name())
        ? refusal()
        : thrown;
  }

  /** What is not known of a refusal (how long, and why) is left out. */
  private CircuitOpenException refusal() {
    return new CircuitOpenException(
        name(), state(), failures(), runtime().nanoTime(), 0, null, config.stackTraces());
  }

  @Override
  public CircuitState state() {
    return state(breaker.getState());
  }

  private static CircuitState state(CircuitBreaker.State state) {
    return switch (state) {
      case OPEN, FORCED_OPEN -> CircuitState.OPEN;
      case HALF_OPEN -> CircuitState.HALF_OPEN;
      case CLOSED, DISABLED, METRICS_ONLY -> CircuitState.CLOSED;
    };
  }

  @Override
  public int failures() {
    return breaker.getMetrics().getNumberOfFailedCalls();
  }

  @Override
  public Duration remainingOpenTime() {
    throw PeerProvider.lacks("remainingOpenTime() of a circuit breaker");
  }

  @Override
  public Optional<Permit> tryAcquire() {
    return breaker.tryAcquirePermission() ? Optional.of(permit()) : Optional.empty();
  }

  @Override
  public Permit acquire() {
    try {
      breaker.acquirePermission();
    } catch (CallNotPermittedException refused) {
      throw refusal();
    }
    return permit();
  }

  @Override
  void giveBack() {
    breaker.releasePermission();
  }

  @Override
  public void recordSuccess() {
    breaker.onSuccess(0, TimeUnit.NANOSECONDS);
  }

  @Override
  public void recordFailure(Throwable failure) {
    breaker.onError(0, TimeUnit.NANOSECONDS, failure);
  }

  @Override
  public void forceOpen() {
    breaker.transitionToForcedOpenState();
  }

  @Override
  public void forceHalfOpen() {
    if (breaker.getState() != CircuitBreaker.State.OPEN) {
      breaker.transitionToOpenState(); // it knows no other way
    }
    breaker.transitionToHalfOpenState();
  }

  @Override
  public void disable() {
    breaker.transitionToDisabledState();
  }

  @Override
  public void reset() {
    breaker.reset();
  }

  private final class WallClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return runtime().instant();
    }
  }
}
