package io.firmitas.registry;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A breaker that finds the breaker it stands for anew for each call, and then stays with it to the
 * end of that call.
 */
abstract class StandIn implements CircuitBreaker {
  private final ContextKey<CircuitBreaker> asked;

  StandIn(ContextKey<CircuitBreaker> asked) {
    this.asked = asked;
  }

  /** Finds the breaker; the use must be ended. */
  abstract BreakerUse use();

  @Override
  @SuppressWarnings("NullAway") // the T of this policy is nullable
  public @Nullable Object execute(Call<? extends @Nullable Object> call, Context context)
      throws Exception {
    BreakerUse use = use();
    try {
      return use.breaker().execute(call, context);
    } finally {
      use.end();
    }
  }

  @Override
  public <U extends @Nullable Object> U executeAround(
      Policy<U> inner, Call<? extends U> call, Context context) throws Exception {
    BreakerUse use = use();
    try {
      return use.breaker().executeAround(inner, call, context);
    } finally {
      use.end();
    }
  }

  @Override
  public CompletableFuture<@Nullable Object> executeAsync(
      AsyncCall<? extends @Nullable Object> call, Context context) {
    return StandIn.<@Nullable Object>async(this, breaker -> breaker.executeAsync(call, context));
  }

  @Override
  public <U extends @Nullable Object> CompletableFuture<U> executeAsyncAround(
      Policy<U> inner, AsyncCall<? extends U> call, Context context) {
    return StandIn.<U>async(this, breaker -> breaker.executeAsyncAround(inner, call, context));
  }

  /** Starts an asynchronous call; the use ends with its future. */
  @SuppressWarnings("FutureReturnValueIgnored") // ending a use does not throw
  static <U extends @Nullable Object> CompletableFuture<U> async(
      StandIn standIn, Function<CircuitBreaker, CompletableFuture<U>> start) {
    BreakerUse use;
    try {
      use = standIn.use();
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
    CompletableFuture<U> future;
    try {
      future = start.apply(use.breaker());
    } catch (Throwable failure) {
      use.end();
      return CompletableFuture.failedFuture(failure);
    }
    if (future.isDone()) {
      use.end();
    } else {
      future.handle(
          (value, failure) -> {
            use.end();
            return null;
          });
    }
    return future;
  }

  private <R extends @Nullable Object> R ask(Function<CircuitBreaker, R> question) {
    BreakerUse use = use();
    try {
      return question.apply(use.breaker());
    } finally {
      use.end();
    }
  }

  private void order(Consumer<CircuitBreaker> order) {
    BreakerUse use = use();
    try {
      order.accept(use.breaker());
    } finally {
      use.end();
    }
  }

  @Override
  public CircuitBreakerConfig config() {
    return ask(CircuitBreaker::config);
  }

  @Override
  public CircuitState state() {
    return ask(CircuitBreaker::state);
  }

  @Override
  public CircuitBreakerSnapshot snapshot() {
    return ask(CircuitBreaker::snapshot);
  }

  @Override
  public boolean wouldPermit() {
    return ask(CircuitBreaker::wouldPermit);
  }

  @Override
  public Optional<Permit> tryAcquire() {
    BreakerUse use = use();
    Optional<Permit> permit = Optional.empty();
    try {
      permit = use.breaker().tryAcquire().map(taken -> new UsingPermit(taken, use));
      return permit;
    } finally {
      if (permit.isEmpty()) {
        use.end();
      }
    }
  }

  @Override
  public Permit acquire() {
    BreakerUse use = use();
    Permit permit = null;
    try {
      permit = new UsingPermit(use.breaker().acquire(), use);
      return permit;
    } finally {
      if (permit == null) {
        use.end();
      }
    }
  }

  @Override
  public Policy<@Nullable Object> gate() {
    return new HalfHandle(this, asked, true);
  }

  @Override
  public Policy<@Nullable Object> recorder() {
    return new HalfHandle(this, asked, false);
  }

  @Override
  public void recordSuccess() {
    order(CircuitBreaker::recordSuccess);
  }

  @Override
  public void recordFailure(Throwable failure) {
    order(breaker -> breaker.recordFailure(failure));
  }

  @Override
  public void forceOpen() {
    order(CircuitBreaker::forceOpen);
  }

  @Override
  public void forceHalfOpen() {
    order(CircuitBreaker::forceHalfOpen);
  }

  @Override
  public void disable() {
    order(CircuitBreaker::disable);
  }

  @Override
  public void reset() {
    order(CircuitBreaker::reset);
  }

  @Override
  public PolicyRuntime runtime() {
    return ask(CircuitBreaker::runtime);
  }

  @Override
  public String describe() {
    return ask(CircuitBreaker::describe);
  }

  @Override
  public String toString() {
    return ask(CircuitBreaker::toString);
  }

  /** A permit that keeps its breaker in use until it is closed. */
  private static final class UsingPermit implements Permit {
    private final Permit permit;
    private final AtomicReference<@Nullable BreakerUse> use;

    UsingPermit(Permit permit, BreakerUse use) {
      this.permit = permit;
      this.use = new AtomicReference<>(use);
    }

    @Override
    public void success() {
      permit.success();
      end();
    }

    @Override
    public void failure(Throwable failure) {
      permit.failure(failure);
      end();
    }

    @Override
    public void close() {
      permit.close();
      end();
    }

    private void end() {
      BreakerUse held = use.getAndSet(null);
      if (held != null) {
        held.end();
      }
    }
  }
}
