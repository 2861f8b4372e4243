package io.firmitas.event;

/**
 * A source that was switched off is used again: a single call tried it and succeeded, or the
 * sources were reset.
 *
 * @param policy the name of the sources policy
 * @param source the source's name
 */
public record SourceSwitchedOn(String policy, String source) implements SourceEvent {}
