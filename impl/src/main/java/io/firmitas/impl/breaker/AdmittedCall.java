package io.firmitas.impl.breaker;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.Policy;
import io.firmitas.impl.driver.PendingCall;
import io.firmitas.impl.driver.Stages;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** An admitted asynchronous call. Its outcome is recorded before anybody sees it. */
final class AdmittedCall<T extends @Nullable Object> extends PendingCall<T>
    implements BiFunction<T, @Nullable Throwable, @Nullable Void> {
  private final LockingCircuitBreaker breaker;
  private final Role role;
  private final Admission admission;
  private final long start;
  private final CompletableFuture<T> source;

  private AdmittedCall(
      LockingCircuitBreaker breaker,
      Role role,
      Admission admission,
      long start,
      CompletableFuture<T> source) {
    this.breaker = breaker;
    this.role = role;
    this.admission = admission;
    this.start = start;
    this.source = source;
  }

  static <T extends @Nullable Object> CompletableFuture<T> make(
      LockingCircuitBreaker breaker,
      Role role,
      Admission admission,
      Policy<T> inner,
      AsyncCall<? extends T> call,
      Context context) {
    long start = breaker.startOfCall();
    CompletableFuture<T> source = Stages.start(inner, call, context);
    if (!source.isDone()) {
      AdmittedCall<T> pending = new AdmittedCall<>(breaker, role, admission, start, source);
      Stages.whenDone(source, pending);
      return pending;
    }
    Throwable failure = Stages.failureOf(source);
    if (failure != null) {
      role.threw(breaker, admission, failure, start);
      return CompletableFuture.failedFuture(failure);
    }
    role.returned(breaker, admission, Stages.valueOf(source), start);
    return source;
  }

  @Override
  public @Nullable Void apply(T result, @Nullable Throwable failure) {
    if (trySettle()) {
      if (failure == null) {
        role.returned(breaker, admission, result, start);
        succeed(result);
      } else {
        Throwable unwrapped = FailureMatcher.unwrap(failure);
        role.threw(breaker, admission, unwrapped, start);
        fail(unwrapped);
      }
    }
    return null;
  }

  @Override
  protected void abandon() {
    role.abandoned(breaker, admission);
    source.cancel(true);
  }
}
