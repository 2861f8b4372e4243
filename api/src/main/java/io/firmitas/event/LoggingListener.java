package io.firmitas.event;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;

/** Writes events to the system logger. */
enum LoggingListener implements PolicyListener {
  INSTANCE;

  private static final System.Logger LOGGER = System.getLogger("io.firmitas");

  @Override
  public void onEvent(PolicyEvent event) {
    if (event instanceof CircuitStateChanged changed) {
      log(changed);
    } else if (event instanceof RetryScheduled retry) {
      String retries =
          retry.maxAttempts() == Integer.MAX_VALUE ? "" : "/" + (retry.maxAttempts() - 1);
      String cause = retry.failure() == null ? "result not accepted" : retry.failure().toString();
      LOGGER.log(
          Level.WARNING,
          () ->
              retry.policy()
                  + ": Retry "
                  + retry.attempt()
                  + retries
                  + " after "
                  + seconds(retry.delay())
                  + ": "
                  + cause);
    } else if (event instanceof RetryFailed failed && failed.exhausted()) {
      LOGGER.log(
          Level.WARNING,
          () ->
              failed.policy()
                  + ": gave up after "
                  + failed.attempts()
                  + " attempts ("
                  + failed.reason()
                  + ")");
    } else if (event instanceof TimeoutExceeded timeout) {
      LOGGER.log(
          Level.WARNING,
          () -> timeout.policy() + ": call exceeded its timeout of " + seconds(timeout.timeout()));
    } else if (event instanceof SourceEvent source) {
      log(source);
    } else if (event instanceof CallbackFailed failed) {
      LOGGER.log(
          Level.WARNING,
          failed.policy() + ": " + failed.callback() + " threw; ignored",
          failed.failure());
    } else if (event instanceof FallbackFailed failed) {
      LOGGER.log(Level.WARNING, failed.policy() + ": fallback failed", failed.fallbackFailure());
    } else {
      LOGGER.log(Level.DEBUG, () -> event.policy() + ": " + event.getClass().getSimpleName());
    }
  }

  private static void log(CircuitStateChanged changed) {
    switch (changed.to()) {
      case OPEN ->
          LOGGER.log(
              Level.WARNING,
              () ->
                  changed.policy()
                      + ": Circuit breaker opened after "
                      + changed.failures()
                      + " failures for "
                      + seconds(changed.openTime()));
      case HALF_OPEN ->
          LOGGER.log(
              Level.INFO, () -> changed.policy() + ": Circuit breaker entering half-open state");
      case CLOSED -> LOGGER.log(Level.INFO, () -> changed.policy() + ": Circuit breaker closed");
    }
  }

  private static void log(SourceEvent event) {
    String source = event.policy() + ": source ";
    if (event instanceof SourceFailed failed) {
      LOGGER.log(Level.WARNING, () -> source + failed.source() + " failed: " + failed.failure());
    } else if (event instanceof SourceSwitchedOff off) {
      LOGGER.log(
          Level.WARNING,
          () ->
              source
                  + "'"
                  + off.source()
                  + "' disabled after "
                  + off.failures()
                  + (off.failures() == 1 ? " failure" : " failures")
                  + (off.openTime() == null ? " until reset" : " for " + seconds(off.openTime())));
    } else if (event instanceof SourceSwitchedOn on) {
      LOGGER.log(Level.INFO, () -> source + "'" + on.source() + "' enabled again");
    } else if (event instanceof SourceSkipped skipped) {
      LOGGER.log(
          Level.WARNING,
          () -> source + "'" + skipped.source() + "' skipped: the skip condition holds for it");
    } else {
      LOGGER.log(
          Level.DEBUG, () -> source + event.source() + ": " + event.getClass().getSimpleName());
    }
  }

  private static String seconds(Duration duration) {
    double seconds = duration.getSeconds() + duration.getNano() / 1e9;
    return String.format(Locale.ROOT, seconds < 0.01 ? "%.6fs" : "%.2fs", seconds);
  }
}
