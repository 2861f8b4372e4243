package io.firmitas.event;

/**
 * Something a policy did. The hierarchy is sealed, every event is an immutable record.
 *
 * <p>Events are made only when somebody listens. They are published after the state has changed and
 * outside every lock, on the thread that caused them; a listener may therefore call the policy
 * again.
 */
public sealed interface PolicyEvent
    permits CircuitBreakerEvent,
        RetryEvent,
        TimeoutEvent,
        FallbackEvent,
        SourceEvent,
        PolicyReset,
        CallbackFailed {
  /**
   * The name of the policy that published the event.
   *
   * @return the policy's name
   */
  String policy();
}
