package io.firmitas.cdi.internal.assembly;

import io.firmitas.PolicyBuilder;
import io.firmitas.PolicyRuntime;

/**
 * What all policies of a container have in common.
 *
 * @param runtime their runtime
 * @param audience who is told of their events
 */
public record Surroundings(PolicyRuntime runtime, Audience audience) {
  /** Listens to policies. */
  @FunctionalInterface
  public interface Audience {
    /** Subscribes to the events of a policy that is about to be built. */
    void listenTo(PolicyBuilder<?> builder, String name);
  }

  /** Gives a builder its name, the runtime and the audience. */
  <B extends PolicyBuilder<B>> B prepare(B builder, String name) {
    audience.listenTo(builder, name);
    return builder.name(name).runtime(runtime);
  }
}
