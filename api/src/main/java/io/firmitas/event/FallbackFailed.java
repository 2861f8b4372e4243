package io.firmitas.event;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fallback was tried and failed itself.
 *
 * @param policy the fallback's name
 * @param failure the call's failure, or {@code null} when its result was to be replaced
 * @param fallbackFailure the failure of the fallback, which is what the caller gets
 */
public record FallbackFailed(String policy, @Nullable Throwable failure, Throwable fallbackFailure)
    implements FallbackEvent {
  /**
   * The call's failure.
   *
   * @return the failure, or empty when a result was to be replaced
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }
}
