package io.firmitas.event;

/** An event of a circuit breaker. */
public sealed interface CircuitBreakerEvent extends PolicyEvent
    permits CircuitStateChanged,
        CircuitCallPermitted,
        CircuitCallRejected,
        CircuitCallSucceeded,
        CircuitCallFailed,
        CircuitCallIgnored {}
