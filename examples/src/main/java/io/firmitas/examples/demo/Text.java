package io.firmitas.examples.demo;

import io.firmitas.CallRejectedException;
import io.firmitas.FailureMatcher;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Durations and failures as people read them. */
final class Text {
  private Text() {}

  static String of(Duration duration) {
    long millis = Math.round(duration.toNanos() / 1e6);
    return millis < 1000
        ? millis + " ms"
        : String.format(Locale.ROOT, "%.2f s", millis / 1000.0).replace(".00 s", " s");
  }

  static String of(@Nullable Throwable failure) {
    if (failure == null) {
      return "unwanted result";
    }
    Throwable shown = FailureMatcher.unwrap(failure);
    if (shown instanceof CallRejectedException rejection) {
      return "circuit open for another " + of(rejection.retryAfter());
    }
    if (shown instanceof TimeoutExceededException) {
      return "too slow";
    }
    if (String.valueOf(shown.getMessage()).contains("received no bytes")) {
      return "connection lost";
    }
    return shown instanceof IOException && shown.getMessage() != null
        ? shown.getMessage()
        : shown.getClass().getSimpleName();
  }
}
