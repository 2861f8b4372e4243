package io.firmitas.event;

/**
 * A source answered; the search is over.
 *
 * @param policy the name of the sources policy
 * @param source the source's name
 */
public record SourceAnswered(String policy, String source) implements SourceEvent {}
