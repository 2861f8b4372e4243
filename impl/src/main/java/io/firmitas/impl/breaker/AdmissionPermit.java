package io.firmitas.impl.breaker;

import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.Permit;
import io.firmitas.internal.Arguments;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An admission taken by hand; the first way to close it wins. */
final class AdmissionPermit implements Permit {
  private final LockingCircuitBreaker breaker;
  private final AtomicReference<@Nullable Admission> admission;

  AdmissionPermit(LockingCircuitBreaker breaker, Admission admission) {
    this.breaker = breaker;
    this.admission = new AtomicReference<>(admission);
  }

  @Override
  public void success() {
    close(Verdict.SUCCESS, null);
  }

  @Override
  public void failure(Throwable failure) {
    close(Verdict.FAILURE, Arguments.notNull("failure", failure));
  }

  @Override
  public void close() {
    close(Verdict.NEUTRAL, null);
  }

  private void close(Verdict verdict, @Nullable Throwable failure) {
    Admission held = admission.getAndSet(null);
    if (held != null) {
      breaker.record(held, verdict, false, failure);
    }
  }
}
