package io.firmitas.event;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A source was switched off after failures in a row. Exactly one event each time, also when a
 * single call tried it again and failed.
 *
 * @param policy the name of the sources policy
 * @param source the source's name
 * @param failures the failures in a row
 * @param openTime how long it stays off, or {@code null} when only a reset ends it
 * @param failure the last of the failures, or {@code null}
 */
public record SourceSwitchedOff(
    String policy,
    String source,
    int failures,
    @Nullable Duration openTime,
    @Nullable Throwable failure)
    implements SourceEvent {
  /**
   * The last of the failures.
   *
   * @return the failure, or empty when it is not known
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(failure);
  }
}
