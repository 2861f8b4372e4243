package io.firmitas.tck.peers;

import io.firmitas.AsyncCall;
import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryScheduled;
import io.firmitas.event.RetrySucceeded;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.RetryConfig;
import io.firmitas.retry.RetryExhaustedException;
import io.firmitas.tck.monitor.Stages;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.internal.RetryImpl;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The retry of Resilience4j; the numbers of the attempts are counted here. */
final class Resilience4jRetry implements io.firmitas.retry.Retry {
  /** Its sleep function is one for the whole JVM. */
  private static final ThreadLocal<PolicyRuntime> SLEEPING = new ThreadLocal<>();

  static {
    RetryImpl.setSleepFunction(Resilience4jRetry::sleep);
  }

  private final RetryConfig config;
  private final Retry retry;

  Resilience4jRetry(RetryConfig config) {
    this.config = config;
    this.retry =
        Retry.of(
            config.name(),
            io.github.resilience4j.retry.RetryConfig.custom()
                .maxAttempts(config.maxAttempts())
                .failAfterMaxAttempts(true)
                .writableStackTraceEnabled(config.stackTraces())
                .retryOnException(this::retries)
                .retryOnResult(this::retriesResult)
                .intervalBiFunction(this::millisAfter)
                .build());
    retry
        .getEventPublisher()
        .onSuccess(event -> publishSuccess(event.getNumberOfRetryAttempts() + 1))
        .onRetry(
            event ->
                config
                    .listeners()
                    .publish(
                        new RetryScheduled(
                            name(),
                            event.getNumberOfRetryAttempts(),
                            config.maxAttempts(),
                            event.getWaitInterval(),
                            event.getLastThrowable(),
                            null)))
        .onError(event -> publishFailure(RetryFailed.Reason.ATTEMPTS_EXHAUSTED, event))
        .onIgnoredError(event -> publishFailure(RetryFailed.Reason.NOT_RETRYABLE, event));
  }

  private static void sleep(long millis) throws InterruptedException {
    SLEEPING.get().sleep(millis * 1_000_000);
  }

  private void publishSuccess(int attempts) {
    config.listeners().publish(new RetrySucceeded(name(), attempts));
  }

  private void publishFailure(
      RetryFailed.Reason reason, io.github.resilience4j.retry.event.RetryEvent event) {
    config
        .listeners()
        .publish(
            new RetryFailed(
                name(),
                Math.max(1, event.getNumberOfRetryAttempts()),
                reason,
                event.getLastThrowable(),
                null));
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

  private Long millisAfter(Integer attempt, Either<Throwable, Object> outcome) {
    Throwable failure = outcome.isLeft() ? outcome.getLeft() : null;
    return PeerDelays.after(config, attempt, failure).toMillis();
  }

  @Override
  public Object execute(Call<? extends Object> call, Context context) throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    PolicyRuntime outer = SLEEPING.get();
    SLEEPING.set(runtime());
    try {
      return retry.executeCheckedSupplier(
          () -> call.invoke(context.withAttempt(attempts.incrementAndGet())));
    } catch (Throwable thrown) {
      throw FailureMatcher.rethrow(translated(thrown, attempts));
    } finally {
      SLEEPING.set(outer);
    }
  }

  @Override
  public CompletableFuture<Object> executeAsync(AsyncCall<? extends Object> call, Context context) {
    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<Object> answer = new CompletableFuture<>();
    CompletableFuture<Object> stage =
        Stages.future(
            retry.executeCompletionStage(
                new RuntimeScheduler(runtime()),
                () -> Stages.start(call, context.withAttempt(attempts.incrementAndGet()))));
    Stages.atEnd(
        stage,
        (value, thrown) -> {
          if (thrown == null) {
            answer.complete(value);
          } else {
            answer.completeExceptionally(translated(FailureMatcher.unwrap(thrown), attempts));
          }
        });
    Stages.atEnd(answer, (value, thrown) -> stage.cancel(true));
    return answer;
  }

  /** The result that was not accepted, and the time, are not known. */
  private Throwable translated(Throwable thrown, AtomicInteger attempts) {
    return thrown instanceof MaxRetriesExceededException
        ? new RetryExhaustedException(name(), attempts.get(), 0, null, null, config.stackTraces())
        : thrown;
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
