package io.firmitas.breaker;

import io.firmitas.Policy;
import io.firmitas.event.CircuitState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stops calling what keeps failing, and tries again later.
 *
 * <p>Closed, it lets calls pass and watches their outcomes. When too many fail it opens: calls are
 * refused at once with {@link CircuitOpenException}. After the open time the next call is let
 * through as a probe (half-open); its success closes the breaker, its failure opens it for another
 * open time. Never more probes than configured are on their way at once.
 *
 * <p>Each admission is a permit of the current period of the breaker. An outcome counts only for
 * the period that admitted the call: a call from before an outage can neither close nor reopen the
 * breaker. An outcome is a success, a failure, or neutral (ignored exceptions, rejections of
 * policies further inside, interrupts, cancellations); neutral gives the permit back.
 *
 * <p>Defaults: opens after 5 consecutive failures, for 60 s, then 1 probe. Place it inside a {@code
 * Retry} to let it see every attempt, outside to let it see whole calls; give the calls inside it a
 * {@code Timeout}.
 *
 * <p>Thread-safe. Reading the state takes no lock. User code never runs under its lock. A nested
 * call through the same breaker is a call like any other; from within the only probe it is refused.
 */
public interface CircuitBreaker extends Policy<@Nullable Object> {
  /**
   * A breaker with the default settings.
   *
   * @return the breaker
   */
  static CircuitBreaker ofDefaults() {
    return builder().build();
  }

  /**
   * Starts building a breaker named {@code circuit-breaker}.
   *
   * @return the builder
   */
  static CircuitBreakerBuilder builder() {
    return new CircuitBreakerBuilder();
  }

  /**
   * Starts building a breaker.
   *
   * @param name its name, used in messages and events
   * @return the builder
   */
  static CircuitBreakerBuilder builder(String name) {
    return builder().name(name);
  }

  /**
   * The configuration.
   *
   * @return the configuration this breaker was built from
   */
  CircuitBreakerConfig config();

  /**
   * The name.
   *
   * @return the name
   */
  default String name() {
    return config().name();
  }

  /**
   * The state now. It is computed when asked: once the open time has passed it is half-open,
   * although the event comes with the first probe only.
   *
   * @return the state
   */
  CircuitState state();

  /**
   * Everything about the breaker at one moment.
   *
   * @return a consistent record
   */
  CircuitBreakerSnapshot snapshot();

  /**
   * The failures on record: since the last success, or in the window.
   *
   * @return the number of failures
   */
  default int failures() {
    return snapshot().failures();
  }

  /**
   * How long until a probe may pass.
   *
   * @return the time; zero when the breaker is closed or a probe may pass now
   */
  default Duration remainingOpenTime() {
    return snapshot().remainingOpenTime();
  }

  /**
   * The wall-clock time of the last failure, for people.
   *
   * @return the time, or empty when there was no failure since creation or reset
   */
  default Optional<Instant> lastFailureTime() {
    return snapshot().lastFailureTime();
  }

  /**
   * Whether a call would be admitted now. Takes nothing: it can be asked as often as wanted.
   *
   * @return true when a call made now would pass
   */
  boolean wouldPermit();

  /**
   * Asks for admission, for calls that cannot be put into a {@code Call}.
   *
   * @return a permit, to be closed; empty when the call is refused
   */
  Optional<Permit> tryAcquire();

  /**
   * Asks for admission and throws when it is refused.
   *
   * @return a permit, to be closed
   * @throws CircuitOpenException when the call is refused
   */
  Permit acquire();

  /**
   * The first half of this breaker: asks for admission and records nothing. Together with the
   * {@link #recorder()} further inside, {@code wrap(breaker.gate(), retry, breaker.recorder())},
   * the breaker is asked once per call but sees every attempt; a loop of attempts that has been
   * admitted runs to its end even when it opens the breaker.
   *
   * @return a policy that shares this breaker's state
   */
  Policy<@Nullable Object> gate();

  /**
   * The second half of this breaker: records outcomes under the admission that the {@link #gate()}
   * further outside was given. Of a probe's attempts the first that is a success or a failure
   * decides. Without a gate outside it records only while the breaker is closed.
   *
   * @return a policy that shares this breaker's state
   */
  Policy<@Nullable Object> recorder();

  /**
   * Records a success of a call that asked for no permit. Closed: as the success of a call.
   * Half-open: as the success of a probe, though none was admitted. Open: nothing.
   */
  void recordSuccess();

  /**
   * Records a failure of a call that asked for no permit. Closed: as the failure of a call.
   * Half-open: as the failure of a probe. Open: counted, but the open time is not extended.
   *
   * @param failure the failure; the breaker's filters are not asked
   */
  void recordFailure(Throwable failure);

  /** Opens the breaker until {@link #reset()}; time does not end it. */
  void forceOpen();

  /** Lets probes pass from now on, as if the open time had just ended. */
  void forceHalfOpen();

  /**
   * Lets every call pass and records nothing until {@link #reset()}. Logs a warning: an unguarded
   * dependency is a risk.
   */
  void disable();

  /**
   * Forgets everything and closes: no failures, no last failure, automatic mode. Outcomes of calls
   * admitted before do not count any more.
   */
  @Override
  void reset();
}
