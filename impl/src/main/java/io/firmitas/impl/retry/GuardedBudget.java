package io.firmitas.impl.retry;

import io.firmitas.event.Listeners;
import io.firmitas.retry.RetryBudget;

/**
 * A budget that may be code of the user: what it throws is reported, and no retry is then granted.
 */
final class GuardedBudget implements RetryBudget {
  private final RetryBudget budget;
  private final Listeners listeners;
  private final String name;

  GuardedBudget(RetryBudget budget, Listeners listeners, String name) {
    this.budget = budget;
    this.listeners = listeners;
    this.name = name;
  }

  @Override
  public void callStarted() {
    try {
      budget.callStarted();
    } catch (Throwable thrown) {
      listeners.report(name, "budget", thrown);
    }
  }

  @Override
  public boolean tryRetry(boolean first) {
    try {
      return budget.tryRetry(first);
    } catch (Throwable thrown) {
      listeners.report(name, "budget", thrown);
      return false;
    }
  }

  @Override
  public void reset() {
    try {
      budget.reset();
    } catch (Throwable thrown) {
      listeners.report(name, "budget", thrown);
    }
  }

  @Override
  public void callEnded(boolean succeeded, boolean retried) {
    try {
      budget.callEnded(succeeded, retried);
    } catch (Throwable thrown) {
      listeners.report(name, "budget", thrown);
    }
  }
}
