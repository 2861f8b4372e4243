package io.firmitas.testkit;

import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import io.firmitas.internal.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps the events of policies in the order in which they were received. Thread-safe. */
public final class EventRecorder implements PolicyListener {
  private final ReentrantLock lock = new ReentrantLock();
  private final List<PolicyEvent> events = new ArrayList<>();

  /** Makes an empty recorder. */
  public EventRecorder() {}

  @Override
  public void onEvent(PolicyEvent event) {
    Arguments.notNull("event", event);
    lock.lock();
    try {
      events.add(event);
    } finally {
      lock.unlock();
    }
  }

  /**
   * All events.
   *
   * @return a copy, oldest first
   */
  public List<PolicyEvent> all() {
    lock.lock();
    try {
      return List.copyOf(events);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The events of one type.
   *
   * @param type the type, subtypes included
   * @param <E> the type
   * @return a copy, oldest first
   */
  public <E extends PolicyEvent> List<E> of(Class<E> type) {
    return all().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /**
   * The last event of one type.
   *
   * @param type the type, subtypes included
   * @param <E> the type
   * @return the event
   * @throws AssertionError when there is none; the message lists what was received
   */
  public <E extends PolicyEvent> E last(Class<E> type) {
    List<E> found = of(type);
    if (found.isEmpty()) {
      throw new AssertionError(
          "expected a " + type.getSimpleName() + " among the events " + kinds());
    }
    return found.get(found.size() - 1);
  }

  /**
   * The simple class names of all events, for comparisons of whole sequences.
   *
   * @return for example {@code [AttemptStarted, RetrySucceeded]}
   */
  public List<String> kinds() {
    return all().stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  /** Forgets the events received so far. */
  public void clear() {
    lock.lock();
    try {
      events.clear();
    } finally {
      lock.unlock();
    }
  }
}
