package io.firmitas.cdi.internal.event;

import io.firmitas.PolicyBuilder;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.FallbackApplied;
import io.firmitas.event.RetryFailed;
import io.firmitas.event.RetryScheduled;
import io.firmitas.event.SourceFailed;
import io.firmitas.event.SourceSkipped;
import io.firmitas.event.SourceSwitchedOff;
import io.firmitas.event.SourceSwitchedOn;
import io.firmitas.event.TimeoutExceeded;
import java.lang.System.Logger.Level;

/**
 * Writes what happens to the logger {@code io.firmitas.cdi}: changes of breakers as INFO, failed
 * attempts as DEBUG. Only events off the success path are asked for, so a call that succeeds at
 * once makes none, and a text is made only when its level is on.
 */
final class EventLog {
  private static final System.Logger LOG = System.getLogger("io.firmitas.cdi");

  private EventLog() {}

  static void listenTo(PolicyBuilder<?> builder) {
    builder.onEvent(CircuitStateChanged.class, EventLog::changed);
    builder.onEvent(RetryScheduled.class, EventLog::scheduled);
    builder.onEvent(RetryFailed.class, EventLog::gaveUp);
    builder.onEvent(TimeoutExceeded.class, EventLog::exceeded);
    builder.onEvent(FallbackApplied.class, EventLog::applied);
    builder.onEvent(SourceFailed.class, EventLog::sourceFailed);
    builder.onEvent(SourceSwitchedOff.class, EventLog::switchedOff);
    builder.onEvent(SourceSwitchedOn.class, EventLog::switchedOn);
    builder.onEvent(SourceSkipped.class, EventLog::skipped);
  }

  private static void changed(CircuitStateChanged change) {
    LOG.log(
        Level.INFO,
        () ->
            change.policy()
                + ": circuit breaker "
                + change.from()
                + " -> "
                + change.to()
                + (change.to() == CircuitState.OPEN
                    ? " for " + change.openTime() + " after " + change.failures() + " failures"
                    : ""));
  }

  private static void scheduled(RetryScheduled retry) {
    LOG.log(
        Level.DEBUG,
        () ->
            retry.policy()
                + ": attempt "
                + retry.attempt()
                + " failed, next in "
                + retry.delay()
                + (retry.failure() == null ? ", result not accepted" : ", " + retry.failure()));
  }

  private static void gaveUp(RetryFailed failed) {
    LOG.log(
        Level.DEBUG,
        () ->
            failed.policy()
                + ": no more attempts after "
                + failed.attempts()
                + ", "
                + failed.reason());
  }

  private static void exceeded(TimeoutExceeded timeout) {
    LOG.log(
        Level.DEBUG,
        () -> timeout.policy() + ": call exceeded its timeout of " + timeout.timeout());
  }

  private static void sourceFailed(SourceFailed failed) {
    LOG.log(
        Level.DEBUG,
        () -> failed.policy() + ": source " + failed.source() + " failed, " + failed.failure());
  }

  private static void switchedOff(SourceSwitchedOff off) {
    LOG.log(Level.INFO, () -> off.policy() + ": source " + off.source() + " is switched off");
  }

  private static void switchedOn(SourceSwitchedOn on) {
    LOG.log(Level.INFO, () -> on.policy() + ": source " + on.source() + " is switched on");
  }

  private static void skipped(SourceSkipped skipped) {
    LOG.log(
        Level.WARNING,
        () ->
            skipped.policy()
                + ": source "
                + skipped.source()
                + " is not used, since the skip condition holds for it");
  }

  private static void applied(FallbackApplied applied) {
    LOG.log(Level.DEBUG, () -> applied.policy() + ": fallback answered");
  }
}
