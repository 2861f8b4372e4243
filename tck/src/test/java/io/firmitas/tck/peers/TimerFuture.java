package io.firmitas.tck.peers;

import io.firmitas.PolicyRuntime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A timer of a runtime as the JDK's schedulers have it. */
final class TimerFuture extends CompletableFuture<Object> implements ScheduledFuture<Object> {
  private volatile PolicyRuntime.Timer timer = () -> false;

  void holds(PolicyRuntime.Timer scheduled) {
    timer = scheduled;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    timer.cancel();
    return super.cancel(mayInterruptIfRunning);
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return 0;
  }

  @Override
  public int compareTo(Delayed other) {
    return 0;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
