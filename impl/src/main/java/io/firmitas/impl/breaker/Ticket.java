package io.firmitas.impl.breaker;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import org.jspecify.annotations.Nullable;

/**
 * What a gate hands through the context to the recorder of the same breaker: the admission that it
 * was given.
 *
 * @param breaker the breaker
 * @param admission the admission
 * @param outer the ticket of a gate further outside, or {@code null}
 */
record Ticket(LockingCircuitBreaker breaker, Admission admission, @Nullable Ticket outer) {
  private static final ContextKey<Ticket> KEY = ContextKey.named("circuit breaker gate");

  static Context issue(LockingCircuitBreaker breaker, Admission admission, Context context) {
    return context.with(KEY, new Ticket(breaker, admission, context.get(KEY).orElse(null)));
  }

  /**
   * The admission that a gate of the breaker was given, or the one of the present when there is no
   * gate outside.
   */
  static Admission admissionFor(LockingCircuitBreaker breaker, Context context) {
    for (Ticket ticket = context.get(KEY).orElse(null); ticket != null; ticket = ticket.outer) {
      if (ticket.breaker == breaker) {
        return ticket.admission;
      }
    }
    return breaker.admissionOfPresent();
  }
}
