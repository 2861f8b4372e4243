package io.firmitas.sources;

import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.event.CircuitState;
import java.time.Duration;
import java.util.Optional;

/**
 * The state of one source at one moment.
 *
 * @param name the source's name
 * @param source what stands for it
 * @param priority its priority; lower numbers are tried first
 * @param enabled whether it is used at all
 * @param skipped whether the {@linkplain SourcesBuilder#skip skip condition} has taken it out
 * @param breaker the state of its circuit breaker
 * @param <S> what stands for a source
 */
public record SourceStatus<S>(
    String name,
    S source,
    int priority,
    boolean enabled,
    boolean skipped,
    CircuitBreakerSnapshot breaker) {
  /**
   * Its failures since its last success.
   *
   * @return the number of failures
   */
  public int failures() {
    return breaker.failures();
  }

  /**
   * The state of its circuit breaker: open means switched off.
   *
   * @return the state
   */
  public CircuitState state() {
    return breaker.state();
  }

  /**
   * Whether a call made now could be tried with this source.
   *
   * @return true when it is enabled, not skipped and not switched off
   */
  public boolean available() {
    return enabled && !skipped && breaker.permittedCalls() > 0;
  }

  /**
   * How long it stays switched off.
   *
   * @return the time; zero when it is not switched off
   */
  public Duration retryAfter() {
    return breaker.remainingOpenTime();
  }

  /**
   * Its last failure since creation or reset.
   *
   * @return the failure, or empty when there was none
   */
  public Optional<Throwable> lastFailure() {
    return Optional.ofNullable(breaker.lastFailure());
  }
}
