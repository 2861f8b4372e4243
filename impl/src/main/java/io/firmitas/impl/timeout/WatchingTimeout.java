package io.firmitas.impl.timeout;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.impl.driver.DirectPolicy;
import io.firmitas.impl.driver.LinkedPolicy;
import io.firmitas.impl.driver.Stages;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The timeout. A synchronous call runs on the caller's thread while a {@link
 * io.firmitas.impl.runtime.CallWatcher} watches it and keeps the interrupt within the call. An
 * asynchronous or detached call is a {@link TimedCall}.
 */
public final class WatchingTimeout implements Timeout {
  private final TimeoutCore core;

  /**
   * Makes a timeout.
   *
   * @param config its configuration
   */
  public WatchingTimeout(TimeoutConfig config) {
    core = new TimeoutCore(config);
  }

  @Override
  @SuppressWarnings("NullAway") // the T of this policy is nullable
  public @Nullable Object execute(Call<? extends @Nullable Object> call, Context context)
      throws Exception {
    return executeAround(DirectPolicy.<@Nullable Object>instance(), call, context);
  }

  @Override
  public <U extends @Nullable Object> U executeAround(
      Policy<U> inner, Call<? extends U> call, Context context) throws Exception {
    if (core.detached) {
      AsyncCall<U> detached = limited -> core.runtime.<U>submit(() -> inner.execute(call, limited));
      return core.runtime.<U>await(
          executeAsyncAround(DirectPolicy.<U>instance(), detached, context));
    }
    long start = core.runtime.nanoTime();
    Context limited = context.withDeadline(core.runtime, start + core.nanos);
    return core.interrupts
        ? watched(inner, call, limited, start)
        : measured(inner, call, limited, start);
  }

  private <U extends @Nullable Object> U watched(
      Policy<U> inner, Call<? extends U> call, Context limited, long start) throws Exception {
    Object watch = core.watcher.begin(start, core.nanos);
    U result;
    try {
      result = inner.execute(call, limited);
    } catch (Throwable failure) {
      if (core.watcher.end(watch) && !(failure instanceof Error)) {
        throw core.exceeded(start, failure);
      }
      core.kept(start);
      throw failure;
    }
    if (core.watcher.end(watch)) {
      throw core.exceeded(start, null);
    }
    core.kept(start);
    return result;
  }

  private <U extends @Nullable Object> U measured(
      Policy<U> inner, Call<? extends U> call, Context limited, long start) throws Exception {
    U result;
    try {
      result = inner.execute(call, limited);
    } catch (Throwable failure) {
      if (core.isOver(start)
          && !(failure instanceof Error)
          && !(failure instanceof InterruptedException)) {
        throw core.exceeded(start, failure);
      }
      core.kept(start);
      throw failure;
    }
    if (core.isOver(start)) {
      throw core.exceeded(start, null);
    }
    core.kept(start);
    return result;
  }

  @Override
  public CompletableFuture<@Nullable Object> executeAsync(
      AsyncCall<? extends @Nullable Object> call, Context context) {
    return executeAsyncAround(DirectPolicy.<@Nullable Object>instance(), call, context);
  }

  @Override
  public <U extends @Nullable Object> CompletableFuture<U> executeAsyncAround(
      Policy<U> inner, AsyncCall<? extends U> call, Context context) {
    long start = core.runtime.nanoTime();
    Context limited = context;
    Cancellation cancellation = null;
    if (Stages.looksAtContext(inner, call)) {
      cancellation = new Cancellation();
      limited =
          context.withDeadline(core.runtime, start + core.nanos).withCancellation(cancellation);
    }
    CompletableFuture<U> source = Stages.start(inner, call, limited);
    if (source.isDone() && !source.isCompletedExceptionally() && !core.isOver(start)) {
      core.kept(start);
      return source;
    }
    return TimedCall.start(core, start, source, context, cancellation);
  }

  @Override
  public <U extends @Nullable Object> Policy<U> around(Policy<? super U> inner) {
    return new Linked<>(this, inner);
  }

  @Override
  public TimeoutConfig config() {
    return core.config;
  }

  @Override
  public PolicyRuntime runtime() {
    return core.runtime;
  }

  @Override
  public String describe() {
    return "timeout(" + core.name + ")";
  }

  @Override
  public String toString() {
    return describe();
  }

  private static final class Linked<U extends @Nullable Object> extends LinkedPolicy<U> {
    private final WatchingTimeout timeout;

    Linked(WatchingTimeout timeout, Policy<? super U> inner) {
      super(timeout, inner);
      this.timeout = timeout;
    }

    @Override
    public U execute(Call<? extends U> call, Context context) throws Exception {
      return timeout.executeAround(inner, call, context);
    }

    @Override
    public CompletableFuture<U> executeAsync(AsyncCall<? extends U> call, Context context) {
      return timeout.executeAsyncAround(inner, call, context);
    }
  }
}
