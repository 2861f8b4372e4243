package io.firmitas.registry;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The gate or the recorder of a breaker that stands for another one. The gate hands the breaker
 * that it asked to the recorder, through the context: a reset between the two must not part them.
 */
final class HalfHandle implements Policy<@Nullable Object> {
  private final StandIn breaker;
  private final ContextKey<CircuitBreaker> asked;
  private final boolean isGate;

  HalfHandle(StandIn breaker, ContextKey<CircuitBreaker> asked, boolean isGate) {
    this.breaker = breaker;
    this.asked = asked;
    this.isGate = isGate;
  }

  private Policy<@Nullable Object> half(CircuitBreaker used) {
    return isGate ? used.gate() : used.recorder();
  }

  private Context inner(CircuitBreaker used, Context context) {
    return isGate ? context.with(asked, used) : context;
  }

  /** The gate further outside keeps its breaker in use, so its recorder need not. */
  private @Nullable CircuitBreaker askedByGate(Context context) {
    return isGate ? null : context.get(asked).orElse(null);
  }

  @Override
  @SuppressWarnings("NullAway") // the T of this policy is nullable
  public @Nullable Object execute(Call<? extends @Nullable Object> call, Context context)
      throws Exception {
    CircuitBreaker ofGate = askedByGate(context);
    if (ofGate != null) {
      return half(ofGate).execute(call, context);
    }
    BreakerUse use = breaker.use();
    try {
      return half(use.breaker()).execute(call, inner(use.breaker(), context));
    } finally {
      use.end();
    }
  }

  @Override
  public CompletableFuture<@Nullable Object> executeAsync(
      AsyncCall<? extends @Nullable Object> call, Context context) {
    CircuitBreaker ofGate = askedByGate(context);
    if (ofGate != null) {
      return half(ofGate).executeAsync(call, context);
    }
    return StandIn.<@Nullable Object>async(
        breaker, used -> half(used).executeAsync(call, inner(used, context)));
  }

  @Override
  public PolicyRuntime runtime() {
    return breaker.runtime();
  }

  @Override
  public void reset() {
    breaker.reset();
  }

  @Override
  public String describe() {
    return (isGate ? "gate(" : "recorder(") + breaker.name() + ")";
  }

  @Override
  public String toString() {
    return describe();
  }
}
