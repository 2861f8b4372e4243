package io.firmitas.examples.demo;

import io.firmitas.retry.DelayFunction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Waits as long as a failure asks for in {@code Retry-After}. */
final class RetryAfter implements DelayFunction {
  @Override
  public @Nullable Duration delayAfter(Throwable failure, int attempt) {
    return failure instanceof ServerErrorException error ? error.retryAfter() : null;
  }
}
