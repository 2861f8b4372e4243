package io.firmitas.tck.peers;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerBuilder;
import dev.failsafe.CircuitBreakerOpenException;
import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.breaker.Window;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.event.CircuitCallSucceeded;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.PolicyEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The breaker of Failsafe, in real time that is a hundred times faster. */
final class FailsafeBreaker extends PeerBreaker {
  private static final int FASTER = 100;
  private static final long LONGEST_WAIT = TimeUnit.MINUTES.toNanos(11);

  private final CircuitBreaker<Object> breaker;
  private final FailsafeCalls calls;
  private final AtomicLong passed;

  FailsafeBreaker(CircuitBreakerConfig config) {
    super(config);
    passed = new AtomicLong(runtime().nanoTime());
    calls = new FailsafeCalls(runtime(), this::translated);
    CircuitBreakerBuilder<Object> settings =
        CircuitBreaker.builder()
            .handleIf((Throwable thrown) -> verdict(thrown) == Verdict.FAILURE)
            .handleResultIf(this::failsOnResult)
            .withDelay(scaled(config.openTime()))
            .withSuccessThreshold(config.successThreshold(), config.probes())
            .onOpen(event -> publish(changed(event.getPreviousState(), CircuitState.OPEN)))
            .onHalfOpen(event -> publish(changed(event.getPreviousState(), CircuitState.HALF_OPEN)))
            .onClose(event -> publish(changed(event.getPreviousState(), CircuitState.CLOSED)))
            .onSuccess(event -> publish(new CircuitCallSucceeded(name(), peekState())))
            .onFailure(
                event ->
                    publish(
                        new CircuitCallFailed(
                            name(),
                            peekState(),
                            (int) breaker().getFailureCount(),
                            config.failureThreshold(),
                            event.getException())));
    if (config.window() instanceof Window.Calls window) {
      int size = window.size();
      settings.withFailureThreshold(config.failureThreshold(), size);
    } else {
      settings.withFailureThreshold(config.failureThreshold());
    }
    breaker = settings.build();
  }

  private CircuitBreaker<Object> breaker() {
    return breaker;
  }

  private static Duration scaled(Duration duration) {
    Duration longest = Duration.ofDays(36_500);
    return (duration.compareTo(longest) > 0 ? longest : duration).dividedBy(FASTER);
  }

  /** Lets the time pass for real that has passed since the breaker was last used. */
  private void pass() {
    long now = runtime().nanoTime();
    long wait = now - passed.getAndSet(now);
    if (wait > LONGEST_WAIT) {
      throw PeerProvider.lacks("waits of more than eleven minutes, in scaled real time");
    }
    long end = System.nanoTime() + wait / FASTER + (wait > 0 ? 1_000_000 : 0);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  private void publish(PolicyEvent event) {
    config.listeners().publish(event);
  }

  private PolicyEvent changed(CircuitBreaker.State from, CircuitState to) {
    return new CircuitStateChanged(
        name(),
        CircuitState.valueOf(from.name()),
        to,
        0,
        to == CircuitState.OPEN ? config.openTime() : Duration.ZERO,
        Duration.ZERO,
        null,
        runtime().instant());
  }

  private Throwable translated(Throwable thrown) {
    return thrown instanceof CircuitBreakerOpenException refused
            && refused.getCircuitBreaker() == breaker
        ? told(refusal())
        : thrown;
  }

  private CircuitOpenException told(CircuitOpenException refused) {
    publish(new CircuitCallRejected(name(), refused.state(), refused.failures(), Duration.ZERO));
    return refused;
  }

  /** What is not known of a refusal (how long, and why) is left out. */
  private CircuitOpenException refusal() {
    return new CircuitOpenException(
        name(),
        peekState(),
        (int) breaker.getFailureCount(),
        runtime().nanoTime(),
        0,
        null,
        config.stackTraces());
  }

  @Override
  public Object execute(Call<? extends Object> call, Context context) throws Exception {
    pass();
    return calls.call(breaker, call, attempt -> context);
  }

  @Override
  public CompletableFuture<Object> executeAsync(AsyncCall<? extends Object> call, Context context) {
    pass();
    return calls.callAsync(breaker, call, attempt -> context);
  }

  private CircuitState peekState() {
    return CircuitState.valueOf(breaker.getState().name());
  }

  @Override
  public CircuitState state() {
    pass();
    return peekState();
  }

  @Override
  public int failures() {
    return (int) breaker.getFailureCount();
  }

  @Override
  public Duration remainingOpenTime() {
    throw PeerProvider.lacks("remainingOpenTime() of a circuit breaker, in scaled real time");
  }

  @Override
  public Optional<Permit> tryAcquire() {
    pass();
    return breaker.tryAcquirePermit() ? Optional.of(permit()) : Optional.empty();
  }

  @Override
  public Permit acquire() {
    return tryAcquire().orElseThrow(this::refusal);
  }

  @Override
  void giveBack() {
    throw PeerProvider.lacks("giving a permit back");
  }

  @Override
  public void recordSuccess() {
    pass();
    breaker.recordSuccess();
  }

  @Override
  public void recordFailure(Throwable failure) {
    pass();
    breaker.recordFailure();
  }

  @Override
  public void forceOpen() {
    throw PeerProvider.lacks("forceOpen() of a circuit breaker: open() ends with the open time");
  }

  @Override
  public void forceHalfOpen() {
    breaker.halfOpen();
  }

  @Override
  public void disable() {
    throw PeerProvider.lacks("disable() of a circuit breaker");
  }

  @Override
  public void reset() {
    breaker.close();
  }
}
