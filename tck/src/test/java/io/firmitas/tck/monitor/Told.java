package io.firmitas.tck.monitor;

import io.firmitas.PolicyConfig;
import io.firmitas.event.PolicyEvent;
import java.util.ArrayList;
import java.util.List;

/** What a step has to tell the listeners, kept until the monitor has been left. */
final class Told {
  private final PolicyConfig<?> config;
  private final List<Runnable> waiting = new ArrayList<>();

  Told(PolicyConfig<?> config) {
    this.config = config;
  }

  void event(PolicyEvent event) {
    waiting.add(() -> config.listeners().publish(event));
  }

  void report(String callback, Throwable thrown) {
    waiting.add(() -> config.listeners().report(config.name(), callback, thrown));
  }

  void tell() {
    waiting.forEach(Runnable::run);
  }
}
