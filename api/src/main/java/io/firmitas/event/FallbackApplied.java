package io.firmitas.event;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fallback answered instead of the call.
 *
 * @param policy the fallback's name
 * @param failure the call's failure, or {@code null} when its result was replaced
 */
public record FallbackApplied(String policy, @Nullable Throwable failure) implements FallbackEvent {
  /**
   * The call's failure.
   *
   * @return the failure, or empty when a result was replaced
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }
}
