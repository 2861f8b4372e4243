package io.firmitas.impl.runtime;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A sleep that ends when the context is cancelled. */
public final class CancellableSleep {
  private CancellableSleep() {}

  /**
   * Sleeps on the current thread. A sleep of zero only looks at the interrupt flag.
   *
   * @param runtime the runtime
   * @param nanos how long, in nanoseconds
   * @param context the context of the call
   * @throws InterruptedException when somebody interrupts the thread
   * @throws CancellationException when the context is cancelled
   */
  public static void sleep(PolicyRuntime runtime, long nanos, Context context)
      throws InterruptedException {
    if (nanos == 0) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return;
    }
    Cancellation cancellation = context.cancellation().orElse(null);
    if (cancellation == null) {
      runtime.sleep(nanos);
    } else {
      sleep(runtime, nanos, cancellation);
    }
  }

  private static void sleep(PolicyRuntime runtime, long nanos, Cancellation cancellation)
      throws InterruptedException {
    InterruptGuard guard = new InterruptGuard();
    InterruptedException interrupted = null;
    Cancellation.Registration registration = cancellation.onCancel(guard::run);
    try {
      runtime.sleep(nanos);
    } catch (InterruptedException caught) {
      interrupted = caught;
    } finally {
      registration.close();
    }
    rethrow(guard.end(), interrupted);
  }

  private static void rethrow(boolean cancelled, @Nullable InterruptedException interrupted)
      throws InterruptedException {
    if (cancelled) {
      throw new CancellationException(
          "The call was cancelled while it waited for its next attempt");
    }
    if (interrupted != null) {
      throw interrupted;
    }
  }
}
