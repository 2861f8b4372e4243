package io.firmitas.event;

/**
 * A source was taken out by the skip condition, once for all, when the policy was built.
 *
 * @param policy the name of the sources policy
 * @param source the source's name
 */
public record SourceSkipped(String policy, String source) implements SourceEvent {}
