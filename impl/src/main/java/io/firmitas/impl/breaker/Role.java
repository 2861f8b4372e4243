package io.firmitas.impl.breaker;

import org.jspecify.annotations.Nullable;

/** What happens to the admission of a call at its end: the whole breaker, or one of its halves. */
enum Role {
  /** Admits and records; every end closes the permit. */
  BREAKER {
    @Override
    void returned(
        LockingCircuitBreaker breaker, Admission admission, @Nullable Object result, long start) {
      breaker.recordResult(admission, result, start);
    }

    @Override
    void threw(LockingCircuitBreaker breaker, Admission admission, Throwable failure, long start) {
      breaker.recordThrown(admission, failure, start);
    }

    @Override
    void abandoned(LockingCircuitBreaker breaker, Admission admission) {
      breaker.release(admission);
    }
  },

  /** Admits; at the end it gives back what no recorder has used. */
  GATE {
    @Override
    void returned(
        LockingCircuitBreaker breaker, Admission admission, @Nullable Object result, long start) {
      breaker.giveBack(admission);
    }

    @Override
    void threw(LockingCircuitBreaker breaker, Admission admission, Throwable failure, long start) {
      breaker.giveBack(admission);
    }

    @Override
    void abandoned(LockingCircuitBreaker breaker, Admission admission) {
      breaker.giveBack(admission);
    }
  },

  /**
   * Records successes and failures; the permit belongs to the gate, so anything else changes
   * nothing.
   */
  RECORDER {
    @Override
    void returned(
        LockingCircuitBreaker breaker, Admission admission, @Nullable Object result, long start) {
      breaker.recordAttempt(admission, result, null, start);
    }

    @Override
    void threw(LockingCircuitBreaker breaker, Admission admission, Throwable failure, long start) {
      breaker.recordAttempt(admission, null, failure, start);
    }

    @Override
    void abandoned(LockingCircuitBreaker breaker, Admission admission) {}
  };

  abstract void returned(
      LockingCircuitBreaker breaker, Admission admission, @Nullable Object result, long start);

  abstract void threw(
      LockingCircuitBreaker breaker, Admission admission, Throwable failure, long start);

  abstract void abandoned(LockingCircuitBreaker breaker, Admission admission);
}
