package io.firmitas.event;

/**
 * The policies of a name in a registry were replaced by new ones, made from the current
 * configuration.
 *
 * @param policy the name
 */
public record PolicyReset(String policy) implements PolicyEvent {}
