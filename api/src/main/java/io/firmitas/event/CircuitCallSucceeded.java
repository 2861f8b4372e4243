package io.firmitas.event;

/**
 * A call admitted by a circuit breaker ended well.
 *
 * @param policy the breaker's name
 * @param state the state after the outcome was recorded
 */
public record CircuitCallSucceeded(String policy, CircuitState state)
    implements CircuitBreakerEvent {}
