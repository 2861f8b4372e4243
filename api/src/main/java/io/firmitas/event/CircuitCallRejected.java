package io.firmitas.event;

import java.time.Duration;

/**
 * A circuit breaker refused a call.
 *
 * @param policy the breaker's name
 * @param state the state in which the call was refused: open, or half-open with all probes on their
 *     way
 * @param failures the failures on record
 * @param retryAfter how long until a call may be admitted, as far as known
 */
public record CircuitCallRejected(
    String policy, CircuitState state, int failures, Duration retryAfter)
    implements CircuitBreakerEvent {}
