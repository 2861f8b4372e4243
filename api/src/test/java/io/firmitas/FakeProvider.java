package io.firmitas;

import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.fallback.Fallback;
import io.firmitas.fallback.FallbackConfig;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;

/** A provider whose policies only carry their configuration, and pass every call on. */
public final class FakeProvider implements PolicyProvider {
  private static final PolicyRuntime SYSTEM = new FakeRuntime();

  /** For {@link java.util.ServiceLoader}. */
  public FakeProvider() {}

  @Override
  @SuppressWarnings("unchecked")
  public <P extends Policy<?>> P create(PolicyConfig<P> config) {
    if (config instanceof RetryConfig retry) {
      return (P) new FakeRetry(retry);
    }
    if (config instanceof TimeoutConfig timeout) {
      return (P) new FakeTimeout(timeout);
    }
    if (config instanceof FallbackConfig<?> fallback) {
      return (P) new FakeFallback<>(fallback);
    }
    if (config instanceof CircuitBreakerConfig) {
      throw new UnsupportedOperationException("the fake provider has no circuit breaker");
    }
    throw new AssertionError(config);
  }

  @Override
  public PolicyRuntime systemRuntime() {
    return SYSTEM;
  }

  @Override
  public PolicyRuntime newRuntime() {
    return new FakeRuntime();
  }

  private record FakeRetry(RetryConfig config) implements Retry {
    @Override
    public Iterable<Attempt> attempts() {
      throw new UnsupportedOperationException("the fake provider has no inline loop");
    }

    @Override
    public Object execute(Call<?> call, Context context) throws Exception {
      return call.invoke(context);
    }
  }

  private record FakeTimeout(TimeoutConfig config) implements Timeout {
    @Override
    public Object execute(Call<?> call, Context context) throws Exception {
      return call.invoke(context);
    }
  }

  private record FakeFallback<T>(FallbackConfig<T> config) implements Fallback<T> {
    @Override
    public T execute(Call<? extends T> call, Context context) throws Exception {
      return call.invoke(context);
    }
  }
}
