package io.firmitas.impl.retry;

import io.firmitas.retry.RetryBudget;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What one call has taken from a retry budget. A holder may give the call up while its loop is
 * asking for another attempt; whoever comes second sees it, so that the budget is told about
 * everything exactly once.
 */
final class BudgetUse {
  private final RetryBudget budget;
  private final AtomicReference<State> state = new AtomicReference<>(State.NOTHING_GRANTED);

  BudgetUse(RetryBudget budget) {
    this.budget = budget;
  }

  private enum State {
    NOTHING_GRANTED,
    GRANTED,
    ENDED
  }

  boolean tryRetry() {
    boolean first = state.get() == State.NOTHING_GRANTED;
    boolean granted = budget.tryRetry(first);
    if (granted && first && !state.compareAndSet(State.NOTHING_GRANTED, State.GRANTED)) {
      // The call had ended as one that was never retried; what has been granted since is given back
      // as a call of its own.
      budget.callStarted();
      budget.callEnded(false, true);
    }
    return granted;
  }

  void end(boolean succeeded) {
    budget.callEnded(succeeded, state.getAndSet(State.ENDED) == State.GRANTED);
  }
}
