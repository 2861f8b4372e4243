package io.firmitas.tck.peers;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.TimeoutExceeded;
import io.firmitas.event.TimeoutKept;
import io.firmitas.tck.monitor.Stages;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutConfig;
import io.firmitas.timeout.TimeoutExceededException;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time limiter of Resilience4j. Its synchronous form is a detached timeout. */
final class Resilience4jTimeout implements Timeout {
  private final TimeoutConfig config;
  private final TimeLimiter limiter;

  Resilience4jTimeout(TimeoutConfig config) {
    this.config = config;
    this.limiter =
        TimeLimiter.of(
            config.name(),
            io.github.resilience4j.timelimiter.TimeLimiterConfig.custom()
                .timeoutDuration(
                    config.length().compareTo(Duration.ofDays(100_000)) > 0
                        ? Duration.ofDays(100_000)
                        : config.length())
                .cancelRunningFuture(config.interrupts())
                .build());
  }

  @Override
  public Object execute(Call<? extends Object> call, Context context) throws Exception {
    PeerProvider.refuse("timeouts on the thread of the caller", !config.detached());
    long start = runtime().nanoTime();
    Object result;
    try {
      result =
          limiter.executeFutureSupplier(
              () -> new VirtualWait(runtime().submit(() -> call.invoke(context))));
    } catch (TimeoutException late) {
      throw exceeded(start);
    } catch (Exception failure) {
      kept(start);
      throw failure;
    }
    kept(start);
    return result;
  }

  private void kept(long start) {
    config.listeners().publish(new TimeoutKept(name(), config.length(), since(start)));
  }

  private TimeoutExceededException exceeded(long start) {
    config.listeners().publish(new TimeoutExceeded(name(), config.length(), since(start)));
    return new TimeoutExceededException(name(), config.length().toNanos(), config.stackTraces());
  }

  private Duration since(long start) {
    return Duration.ofNanos(runtime().nanoTime() - start);
  }

  @Override
  public CompletableFuture<Object> executeAsync(AsyncCall<? extends Object> call, Context context) {
    long start = runtime().nanoTime();
    CompletableFuture<Object> answer = new CompletableFuture<>();
    CompletableFuture<Object> source = Stages.start(call, context);
    CompletableFuture<Object> stage =
        Stages.future(
            limiter.executeCompletionStage(new RuntimeScheduler(runtime()), () -> source));
    Stages.atEnd(
        stage,
        (value, thrown) -> {
          Throwable failure = thrown == null ? null : FailureMatcher.unwrap(thrown);
          if (failure instanceof TimeoutException) {
            answer.completeExceptionally(exceeded(start));
            return;
          }
          kept(start);
          if (failure == null) {
            answer.complete(value);
          } else {
            answer.completeExceptionally(failure);
          }
        });
    Stages.atEnd(answer, (value, thrown) -> stage.cancel(true));
    return answer;
  }

  @Override
  public TimeoutConfig config() {
    return config;
  }

  @Override
  public PolicyRuntime runtime() {
    return config.runtime();
  }

  @Override
  public String describe() {
    return "timeout(" + name() + ")";
  }

  /** Waits in the time of the runtime. */
  private final class VirtualWait implements Future<Object> {
    private final CompletableFuture<Object> call;

    VirtualWait(CompletableFuture<Object> call) {
      this.call = call;
    }

    @Override
    public Object get(long time, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
      CompletableFuture<Object> end = new CompletableFuture<>();
      PolicyRuntime.Timer timer = runtime().schedule(unit.toNanos(time), () -> end.complete(null));
      try {
        runtime().await(CompletableFuture.anyOf(call.handle((value, thrown) -> true), end));
      } catch (InterruptedException interrupted) {
        throw interrupted;
      } catch (Exception impossible) {
        throw new ExecutionException(impossible);
      } finally {
        timer.cancel();
      }
      if (!call.isDone()) {
        throw new TimeoutException();
      }
      return call.get();
    }

    @Override
    public Object get() throws InterruptedException, ExecutionException {
      return call.get();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return call.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean isCancelled() {
      return call.isCancelled();
    }

    @Override
    public boolean isDone() {
      return call.isDone();
    }
  }
}
