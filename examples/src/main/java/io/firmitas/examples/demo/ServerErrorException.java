package io.firmitas.examples.demo;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The source answered with an error of its own, perhaps saying when to come back. */
class ServerErrorException extends IOException {
  private static final long serialVersionUID = 1L;

  private final @Nullable Duration retryAfter;

  ServerErrorException(int status, @Nullable Duration retryAfter) {
    super("HTTP " + status);
    this.retryAfter = retryAfter;
  }

  /**
   * The delay that a failure asks for in {@code Retry-After}; {@code null} when it asks for none.
   */
  static @Nullable Duration retryAfter(Throwable failure, int attempt) {
    return failure instanceof ServerErrorException error ? error.retryAfter : null;
  }
}
