package io.firmitas.registry;

import io.firmitas.PolicyBuilder;
import io.firmitas.event.Listeners;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The listeners of all names and of each. */
final class NamedListeners {
  private final List<PolicyListener> ofAll = new CopyOnWriteArrayList<>();
  private final Map<String, List<PolicyListener>> byName = new ConcurrentHashMap<>();

  void add(PolicyListener listener) {
    ofAll.add(listener);
  }

  void add(String name, PolicyListener listener) {
    byName.computeIfAbsent(name, unused -> new CopyOnWriteArrayList<>()).add(listener);
  }

  private List<PolicyListener> of(String name) {
    return byName.getOrDefault(name, List.of());
  }

  void addTo(PolicyBuilder<?> builder, String name) {
    ofAll.forEach(builder::listener);
    of(name).forEach(builder::listener);
  }

  void publish(PolicyEvent event) {
    Listeners listeners = Listeners.none();
    for (PolicyListener listener : ofAll) {
      listeners = listeners.with(PolicyEvent.class, listener::onEvent);
    }
    for (PolicyListener listener : of(event.policy())) {
      listeners = listeners.with(PolicyEvent.class, listener::onEvent);
    }
    listeners.publish(event);
  }
}
