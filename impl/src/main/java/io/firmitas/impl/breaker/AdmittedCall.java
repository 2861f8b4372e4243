package io.firmitas.impl.breaker;

import io.firmitas.FailureMatcher;
import io.firmitas.impl.driver.PendingCall;
import io.firmitas.impl.driver.Stages;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An admitted asynchronous call that is on its way. Its outcome is recorded before anybody sees it.
 */
final class AdmittedCall<T extends @Nullable Object> extends PendingCall<T>
    implements BiFunction<T, @Nullable Throwable, @Nullable Void> {
  private final LockingCircuitBreaker breaker;
  private final Admission admission;
  private final long start;
  private final CompletableFuture<T> source;

  private AdmittedCall(
      LockingCircuitBreaker breaker, Admission admission, long start, CompletableFuture<T> source) {
    this.breaker = breaker;
    this.admission = admission;
    this.start = start;
    this.source = source;
  }

  static <T extends @Nullable Object> AdmittedCall<T> start(
      LockingCircuitBreaker breaker, Admission admission, long start, CompletableFuture<T> source) {
    AdmittedCall<T> call = new AdmittedCall<>(breaker, admission, start, source);
    Stages.whenDone(source, call);
    return call;
  }

  @Override
  public @Nullable Void apply(T result, @Nullable Throwable failure) {
    if (trySettle()) {
      if (failure == null) {
        breaker.recordResult(admission, result, start);
        succeed(result);
      } else {
        Throwable unwrapped = FailureMatcher.unwrap(failure);
        breaker.recordThrown(admission, unwrapped, start);
        fail(unwrapped);
      }
    }
    return null;
  }

  @Override
  protected void abandon() {
    breaker.release(admission);
    source.cancel(true);
  }
}
