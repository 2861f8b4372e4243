package io.firmitas.event;

/**
 * Receives the events of policies.
 *
 * <p>A listener is called on the thread that caused the event, after the state has changed and
 * outside every lock. What it throws is reported as {@link CallbackFailed} and never changes the
 * outcome of a call. It must be thread-safe, and quick: the call waits for it.
 */
@FunctionalInterface
public interface PolicyListener {
  /**
   * Receives an event.
   *
   * @param event the event
   */
  void onEvent(PolicyEvent event);

  /**
   * A listener that writes events to the {@link System.Logger} named {@code io.firmitas}: breaker
   * openings, retries, timeouts, failures of sources and failed callbacks as warnings, other state
   * changes as information, single attempts as debug messages. Results are never written.
   *
   * @return the listener
   */
  static PolicyListener logging() {
    return LoggingListener.INSTANCE;
  }
}
