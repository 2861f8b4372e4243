package io.firmitas.tck.monitor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The future of a call: it tells whether the policy settled it, or somebody gave the call up. */
final class Answer<T> extends CompletableFuture<T> {
  private final AtomicBoolean taken = new AtomicBoolean();
  private volatile boolean givenUp;

  /** The policy hands out how the call ended. */
  void settle(T value, Throwable failure) {
    if (taken.compareAndSet(false, true)) {
      if (failure == null) {
        super.complete(value);
      } else {
        super.completeExceptionally(failure);
      }
    }
  }

  boolean isGivenUp() {
    return givenUp;
  }

  private boolean giveUp() {
    boolean first = taken.compareAndSet(false, true);
    givenUp |= first;
    return first;
  }

  @Override
  public boolean complete(T value) {
    return giveUp() && super.complete(value);
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    return giveUp() && super.completeExceptionally(failure);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return giveUp() ? super.cancel(mayInterruptIfRunning) : isCancelled();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
