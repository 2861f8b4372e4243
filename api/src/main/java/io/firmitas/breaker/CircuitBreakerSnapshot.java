package io.firmitas.breaker;

import io.firmitas.event.CircuitState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a circuit breaker at one moment, all values consistent with each other.
 *
 * @param name the breaker's name
 * @param state the state; {@code HALF_OPEN} as soon as the open time has passed
 * @param mode whether the breaker decides by itself
 * @param failures the failures on record: since the last success, or in the window
 * @param calls the outcomes in the window; equal to {@code failures} for consecutive failures
 * @param slowCalls the slow calls in the window
 * @param threshold the number of failures that opens the breaker; 0 when a rate decides
 * @param openTime the open time: of the current open period, else of the next one
 * @param remainingOpenTime how long until a probe may pass; zero when calls may pass now
 * @param permittedCalls how many calls would be admitted at this moment; {@link Integer#MAX_VALUE}
 *     when closed
 * @param admittedShare the share of calls that passes, from 0 to 1; less than 1 while open,
 *     half-open or recovering
 * @param openings how often the breaker has opened since it last closed or was reset
 * @param lastFailureAt the wall-clock time of the last failure, or {@code null}
 * @param lastFailure the last failure, or {@code null}
 */
public record CircuitBreakerSnapshot(
    String name,
    CircuitState state,
    CircuitBreakerMode mode,
    int failures,
    int calls,
    int slowCalls,
    int threshold,
    Duration openTime,
    Duration remainingOpenTime,
    int permittedCalls,
    double admittedShare,
    int openings,
    @Nullable Instant lastFailureAt,
    @Nullable Throwable lastFailure) {
  /**
   * The wall-clock time of the last failure since creation or reset.
   *
   * @return the time, or empty when there was none
   */
  public Optional<Instant> lastFailureTime() {
    return Optional.ofNullable(lastFailureAt);
  }
}
