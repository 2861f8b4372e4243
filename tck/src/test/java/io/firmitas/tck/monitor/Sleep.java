package io.firmitas.tck.monitor;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import java.util.concurrent.CancellationException;

/** A sleep that ends when the context is cancelled, by an interrupt of its own. */
final class Sleep {
  private final Thread sleeper = Thread.currentThread();
  private boolean asleep = true;
  private boolean woken;

  private Sleep() {}

  static void sleep(PolicyRuntime runtime, long nanos, Context context)
      throws InterruptedException {
    if (context.cancellation().isEmpty()) {
      runtime.sleep(nanos);
      return;
    }
    Sleep sleep = new Sleep();
    boolean interrupted = false;
    Cancellation.Registration waking = context.cancellation().get().onCancel(sleep::wake);
    try {
      runtime.sleep(nanos);
    } catch (InterruptedException interrupt) {
      interrupted = true;
      if (!sleep.isWoken()) {
        throw interrupt;
      }
    } finally {
      waking.close();
      sleep.end(interrupted);
    }
    if (sleep.isWoken()) {
      throw new CancellationException("cancelled while waiting for the next attempt");
    }
  }

  private synchronized void wake() {
    if (asleep) {
      woken = true;
      sleeper.interrupt();
    }
  }

  private synchronized boolean isWoken() {
    return woken;
  }

  /** No interrupt of ours comes after this, and none is left. */
  private synchronized void end(boolean interruptTaken) {
    asleep = false;
    if (woken && !interruptTaken) {
      Thread.interrupted();
    }
  }
}
