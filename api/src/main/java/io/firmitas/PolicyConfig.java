package io.firmitas;

import io.firmitas.event.Listeners;

/**
 * The immutable configuration of a policy: what a builder fills and a {@link PolicyProvider} turns
 * into a policy. Building one checks every setting, so a provider gets valid configurations only.
 *
 * @param <P> the kind of policy it describes
 */
public interface PolicyConfig<P extends Policy<?>> {
  /**
   * The settings that all kinds of policies have.
   *
   * @return the common settings
   */
  CommonSettings common();

  /**
   * The name of the policy, used in messages and events.
   *
   * @return the name
   */
  default String name() {
    return common().name();
  }

  /**
   * The runtime that the policy uses.
   *
   * @return the runtime
   */
  default PolicyRuntime runtime() {
    return common().runtime();
  }

  /**
   * The listeners.
   *
   * @return the listeners
   */
  default Listeners listeners() {
    return common().listeners();
  }

  /**
   * Whether the policy's own exceptions carry a stack trace.
   *
   * @return true when they do
   */
  default boolean stackTraces() {
    return common().stackTraces();
  }
}
