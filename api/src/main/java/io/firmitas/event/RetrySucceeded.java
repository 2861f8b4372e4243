package io.firmitas.event;

/**
 * A call under a retry ended with a result that is accepted.
 *
 * @param policy the retry's name
 * @param attempts how many attempts were made, the last one included
 */
public record RetrySucceeded(String policy, int attempts) implements RetryEvent {}
