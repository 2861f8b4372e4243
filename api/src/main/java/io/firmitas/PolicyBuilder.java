package io.firmitas;

import io.firmitas.event.Listeners;
import io.firmitas.event.PolicyEvent;
import io.firmitas.event.PolicyListener;
import io.firmitas.internal.Arguments;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the builders of all policies have in common. Each setter checks its own value; checks across
 * settings are made in {@code config()} and {@code build()}, so the order of setters does not
 * matter.
 *
 * <p>Not thread-safe. A builder can be used several times; each policy has its own state.
 *
 * @param <B> the builder itself
 */
public abstract class PolicyBuilder<B extends PolicyBuilder<B>> implements Cloneable {
  private String name;
  private @Nullable PolicyRuntime runtime;
  private Listeners listeners = Listeners.none();
  private boolean stackTraces = Boolean.getBoolean("io.firmitas.stackTraces");

  /**
   * Makes a builder.
   *
   * @param defaultName the name of policies that are not given one
   */
  protected PolicyBuilder(String defaultName) {
    name = defaultName;
  }

  /**
   * The name, used in messages and events. Default: the kind of policy.
   *
   * @param value the name, not blank
   * @return this builder
   */
  public B name(String value) {
    name = Arguments.notBlank("name", value);
    return self();
  }

  /**
   * The runtime that gives the policy its time and threads. Default {@link PolicyRuntime#system()}.
   *
   * @param value the runtime
   * @return this builder
   */
  public B runtime(PolicyRuntime value) {
    runtime = Arguments.notNull("runtime", value);
    return self();
  }

  /**
   * Whether exceptions of the policy itself carry a stack trace. Default: off, or the system
   * property {@code io.firmitas.stackTraces}.
   *
   * @param value whether to record stack traces
   * @return this builder
   */
  public B stackTraces(boolean value) {
    stackTraces = value;
    return self();
  }

  /**
   * Receives all events of the policy.
   *
   * @param listener the listener
   * @return this builder
   */
  public B listener(PolicyListener listener) {
    return onEvent(PolicyEvent.class, Arguments.notNull("listener", listener)::onEvent);
  }

  /**
   * Receives events of one type.
   *
   * @param type the type, subtypes included
   * @param consumer the listener
   * @param <E> the type
   * @return this builder
   */
  public <E extends PolicyEvent> B onEvent(Class<E> type, Consumer<? super E> consumer) {
    listeners =
        listeners.with(
            Arguments.notNull("event type", type), Arguments.notNull("listener", consumer));
    return self();
  }

  /**
   * The settings made so far that all kinds of policies have.
   *
   * @return an immutable copy
   */
  protected final CommonSettings common() {
    return new CommonSettings(name, runtime, listeners, stackTraces);
  }

  /**
   * This builder, typed.
   *
   * @return this
   */
  @SuppressWarnings("unchecked")
  protected final B self() {
    return (B) this;
  }

  /**
   * An independent copy; all settings are immutable values.
   *
   * @return the copy
   */
  @SuppressWarnings("unchecked")
  protected final B copy() {
    try {
      return (B) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
