package io.firmitas.event;

/**
 * A call to a source failed; the next source is tried, if there is one. Not published for failures
 * that end the search, nor for sources that were not called.
 *
 * @param policy the name of the sources policy
 * @param source the source's name
 * @param failure the failure
 */
public record SourceFailed(String policy, String source, Throwable failure)
    implements SourceEvent {}
