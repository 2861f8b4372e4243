package io.firmitas.impl.breaker;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreakerConfig;
import io.firmitas.breaker.CircuitBreakerConfig.Verdict;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitCallFailed;
import io.firmitas.event.CircuitCallIgnored;
import io.firmitas.event.CircuitCallPermitted;
import io.firmitas.event.CircuitCallRejected;
import io.firmitas.event.CircuitCallSucceeded;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.Listeners;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listeners of a breaker what happened, always outside its lock. What nobody wants to
 * hear is found out once, so that it costs no event.
 */
final class BreakerEvents {
  private final String name;
  private final int failureThreshold;
  private final PolicyRuntime runtime;
  private final Listeners listeners;
  private final boolean wantsRejected;
  private final boolean wantsStateChanges;
  private final boolean wantsSucceeded;
  private final boolean wantsFailed;
  private final boolean wantsIgnored;

  /** Whether anybody wants to hear of admissions. */
  final boolean wantsPermitted;

  BreakerEvents(CircuitBreakerConfig config) {
    name = config.name();
    failureThreshold = config.failureThreshold();
    runtime = config.runtime();
    listeners = config.listeners();
    wantsPermitted = listeners.wants(CircuitCallPermitted.class);
    wantsRejected = listeners.wants(CircuitCallRejected.class);
    wantsStateChanges = listeners.wants(CircuitStateChanged.class);
    wantsSucceeded = listeners.wants(CircuitCallSucceeded.class);
    wantsFailed = listeners.wants(CircuitCallFailed.class);
    wantsIgnored = listeners.wants(CircuitCallIgnored.class);
  }

  /** Whether anybody wants to hear of calls that ended like this. */
  boolean want(Verdict verdict) {
    return verdict == Verdict.SUCCESS
        ? wantsSucceeded
        : verdict == Verdict.FAILURE ? wantsFailed : wantsIgnored;
  }

  void permitted(Admission admission) {
    if (wantsPermitted) {
      listeners.publish(new CircuitCallPermitted(name, stateOf(admission)));
    }
  }

  void rejected(CircuitOpenException rejection) {
    if (wantsRejected) {
      listeners.publish(
          new CircuitCallRejected(
              name, rejection.state(), rejection.failures(), rejection.retryAfter()));
    }
  }

  void changed(@Nullable Transition transition) {
    if (transition != null && wantsStateChanges) {
      listeners.publish(transition.event(name, runtime.instant()));
    }
  }

  /** An outcome was recorded. */
  void recorded(Recording recording) {
    changed(recording.entered);
    changed(recording.transition);
    ended(recording.verdict, recording.stateAfter, recording.failuresAfter, recording.failure);
  }

  /** A call ended and nothing had to be recorded. */
  void ended(Verdict verdict, Admission admission, @Nullable Throwable failure) {
    ended(verdict, stateOf(admission), 0, failure);
  }

  private void ended(
      Verdict verdict, CircuitState state, int failures, @Nullable Throwable failure) {
    if (want(verdict)) {
      listeners.publish(
          switch (verdict) {
            case SUCCESS -> new CircuitCallSucceeded(name, state);
            case FAILURE -> new CircuitCallFailed(name, state, failures, failureThreshold, failure);
            case NEUTRAL -> new CircuitCallIgnored(name, state, failure);
          });
    }
  }

  void report(String callback, Throwable thrown) {
    listeners.report(name, callback, thrown);
  }

  private static CircuitState stateOf(Admission admission) {
    return admission instanceof Period period ? period.state() : CircuitState.HALF_OPEN;
  }
}
