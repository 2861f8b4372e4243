package io.firmitas.event;

/**
 * A circuit breaker let a call pass.
 *
 * @param policy the breaker's name
 * @param state the state in which the call was admitted
 */
public record CircuitCallPermitted(String policy, CircuitState state)
    implements CircuitBreakerEvent {}
