package io.firmitas.event;

/** An event of sources. */
public sealed interface SourceEvent extends PolicyEvent
    permits SourceAnswered, SourceFailed, SourceSkipped, SourceSwitchedOff, SourceSwitchedOn {
  /**
   * The name of the source.
   *
   * @return the source's name
   */
  String source();
}
