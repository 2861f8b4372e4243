package io.firmitas.tck.peers;

import dev.failsafe.ExecutionContext;
import dev.failsafe.RetryPolicy;
import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryScheduled;
import io.firmitas.event.RetrySucceeded;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The retry of Failsafe. Asynchronously its scheduler waits, in virtual time. Synchronously it
 * sleeps by itself: a millionth of the delay, after virtual time has passed.
 */
final class FailsafeRetry implements Retry {
  private static final int FASTER = 1_000_000;

  private final RetryConfig config;
  private final FailsafeCalls calls;
  private final RetryPolicy<Object> sync;
  private final RetryPolicy<Object> async;

  FailsafeRetry(RetryConfig config) {
    this.config = config;
    this.calls = new FailsafeCalls(config.runtime(), thrown -> thrown);
    this.sync = policy(true);
    this.async = policy(false);
  }

  private RetryPolicy<Object> policy(boolean sleeps) {
    int attempts = config.maxAttempts();
    return RetryPolicy.<Object>builder()
        .withMaxAttempts(attempts == Integer.MAX_VALUE ? -1 : attempts)
        .handleIf((Throwable thrown) -> retries(thrown))
        .handleResultIf(this::retriesResult)
        .withDelayFn(execution -> delay(execution, sleeps))
        .onRetryScheduled(
            event -> {
              Duration delay = sleeps ? event.getDelay().multipliedBy(FASTER) : event.getDelay();
              publish(
                  new RetryScheduled(
                      name(),
                      event.getAttemptCount(),
                      config.maxAttempts(),
                      delay,
                      event.getLastException(),
                      event.getLastResult()));
              if (sleeps) {
                passTime(delay);
              }
            })
        .onSuccess(event -> publish(new RetrySucceeded(name(), event.getAttemptCount())))
        .onRetriesExceeded(
            event ->
                publish(
                    new RetryFailed(
                        name(),
                        event.getAttemptCount(),
                        RetryFailed.Reason.ATTEMPTS_EXHAUSTED,
                        event.getException(),
                        event.getResult())))
        .build();
  }

  private Duration delay(ExecutionContext<Object> execution, boolean sleeps) {
    Duration delay =
        PeerDelays.after(config, execution.getAttemptCount(), execution.getLastException());
    return sleeps ? delay.dividedBy(FASTER) : delay;
  }

  /** An interrupt while virtual time passes is one of the sleep that follows. */
  private void passTime(Duration delay) {
    if (delay.isZero()) {
      return;
    }
    try {
      runtime().sleep(delay.toNanos());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(PolicyEvent event) {
    config.listeners().publish(event);
  }

  private boolean retries(Throwable failure) {
    try {
      return config.retriesFailure(failure);
    } catch (RuntimeException | Error thrown) {
      config.listeners().report(name(), "retryIf or abortIf", thrown);
      return false;
    }
  }

  private boolean retriesResult(Object result) {
    try {
      return config.retriesResult(result);
    } catch (RuntimeException | Error thrown) {
      config.listeners().report(name(), "retryOnResult", thrown);
      return false;
    }
  }

  @Override
  public Object execute(Call<? extends Object> call, Context context) throws Exception {
    return calls.call(sync, call, context::withAttempt);
  }

  @Override
  public CompletableFuture<Object> executeAsync(AsyncCall<? extends Object> call, Context context) {
    return calls.callAsync(async, call, context::withAttempt);
  }

  @Override
  public Iterable<Attempt> attempts() {
    throw PeerProvider.lacks("attempts() of a retry");
  }

  @Override
  public RetryConfig config() {
    return config;
  }

  @Override
  public PolicyRuntime runtime() {
    return config.runtime();
  }

  @Override
  public String describe() {
    return "retry(" + name() + ")";
  }
}
