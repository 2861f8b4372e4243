package io.firmitas.cdi.internal.event;

import io.firmitas.PolicyBuilder;
import io.firmitas.cdi.PolicyName;
import io.firmitas.cdi.internal.assembly.Surroundings;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.PolicyListener;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.util.ArrayList;
import java.util.List;

/**
 * All who are told of the events of a container's policies. Changes of breakers are CDI events with
 * the qualifier {@link PolicyName}; beans of type {@link PolicyListener} get every event. What they
 * throw is reported by the policy and changes no outcome. Used by one thread; closing releases the
 * listener beans.
 */
public final class ContainerAudience implements Surroundings.Audience, AutoCloseable {
  private final BeanContainer beans;
  private final List<PolicyListener> listeners = new ArrayList<>();
  private final List<CreationalContext<?>> contexts = new ArrayList<>();

  /** Finds the listener beans. */
  public ContainerAudience(BeanContainer beans) {
    this.beans = beans;
    for (Bean<?> bean : beans.getBeans(PolicyListener.class, Any.Literal.INSTANCE)) {
      CreationalContext<?> context = beans.createCreationalContext(bean);
      contexts.add(context);
      listeners.add((PolicyListener) beans.getReference(bean, PolicyListener.class, context));
    }
  }

  @Override
  public void listenTo(PolicyBuilder<?> builder, String name) {
    EventLog.listenTo(builder);
    Event<CircuitStateChanged> event =
        beans.getEvent().select(CircuitStateChanged.class, PolicyName.Literal.of(name));
    builder.onEvent(CircuitStateChanged.class, event::fire);
    listeners.forEach(builder::listener);
  }

  @Override
  public void close() {
    contexts.forEach(CreationalContext::release);
    contexts.clear();
  }
}
