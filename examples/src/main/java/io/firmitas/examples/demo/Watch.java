package io.firmitas.examples.demo;

import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;

/** Passes events on to whoever is interested at the time. Thread-safe. */
final class Watch implements PolicyListener {
  private volatile PolicyListener listener = event -> {};

  /** Sends events to this listener from now on. */
  void passTo(PolicyListener newListener) {
    listener = newListener;
  }

  @Override
  public void onEvent(PolicyEvent event) {
    listener.onEvent(event);
  }
}
