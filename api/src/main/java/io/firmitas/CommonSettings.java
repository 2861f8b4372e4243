package io.firmitas;

import io.firmitas.event.Listeners;
import org.jspecify.annotations.Nullable;

/** The settings that all kinds of policies have. Immutable and thread-safe. */
public final class CommonSettings {
  private final String name;
  private final @Nullable PolicyRuntime runtime;
  private final Listeners listeners;
  private final boolean stackTraces;

  CommonSettings(
      String name, @Nullable PolicyRuntime runtime, Listeners listeners, boolean stackTraces) {
    this.name = name;
    this.runtime = runtime;
    this.listeners = listeners;
    this.stackTraces = stackTraces;
  }

  /**
   * The name of the policy.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * The runtime that was set, or the system's.
   *
   * @return the runtime
   */
  public PolicyRuntime runtime() {
    return runtime == null ? PolicyRuntime.system() : runtime;
  }

  /**
   * The listeners.
   *
   * @return the listeners
   */
  public Listeners listeners() {
    return listeners;
  }

  /**
   * Whether the policy's own exceptions carry a stack trace.
   *
   * @return true when they do
   */
  public boolean stackTraces() {
    return stackTraces;
  }
}
