package io.firmitas.impl.breaker;

import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.event.CircuitState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One outcome on its way into the breaker: what is known before the lock is taken, and what is
 * found out under it.
 */
final class Recording {
  /** The open time before it has been asked for. */
  static final long NOT_KNOWN = -1;

  final Verdict verdict;
  final boolean slow;
  final @Nullable Throwable failure;

  /** The wall-clock time, where the outcome may count as a failure: it dates the last failure. */
  final @Nullable Instant at;

  final long now;

  /** The open time for the opening {@link #opening}, or {@link #NOT_KNOWN}. */
  long openNanos;

  /**
   * Found out under the lock: the opening that this outcome causes and for which the open time is
   * needed; 0 when none.
   */
  int opening;

  /** Found out under the lock: whether the window holds the outcome already. */
  boolean counted;

  /**
   * Found out under the lock: whether the breaker had to become half-open first; then that
   * transition.
   */
  @Nullable Transition entered;

  /**
   * Found out under the lock: the transition caused, the state afterwards, the failures on record.
   */
  @Nullable Transition transition;

  CircuitState stateAfter = CircuitState.CLOSED;
  int failuresAfter;

  Recording(
      Verdict verdict,
      boolean slow,
      @Nullable Throwable failure,
      @Nullable Instant at,
      long now,
      long openNanos) {
    this.verdict = verdict;
    this.slow = slow;
    this.failure = failure;
    this.at = at;
    this.now = now;
    this.openNanos = openNanos;
  }
}
