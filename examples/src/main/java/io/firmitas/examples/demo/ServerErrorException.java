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

  /** What the source asked for in {@code Retry-After}; {@code null} when it asked for nothing. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
