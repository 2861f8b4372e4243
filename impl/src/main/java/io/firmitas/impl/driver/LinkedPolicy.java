package io.firmitas.impl.driver;

import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.internal.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * A policy around another one, linked once. Each kind of policy has a subclass of its own that
 * calls that kind and nothing else: a single class for all would have one call site for all, at
 * which the JIT compiler could not know what is called.
 *
 * @param <T> what the guarded calls return
 */
public abstract class LinkedPolicy<T extends @Nullable Object> implements Policy<T> {
  /** The policy inside. */
  protected final Policy<T> inner;

  private final Policy<?> outer;

  /**
   * Links two policies.
   *
   * @param outer the policy outside
   * @param inner the policy inside
   */
  @SuppressWarnings("unchecked") // a policy of a supertype guards calls of the type as well
  protected LinkedPolicy(Policy<?> outer, Policy<? super T> inner) {
    this.outer = outer;
    this.inner = (Policy<T>) Arguments.notNull("inner", inner);
  }

  /** The runtime of the outermost policy that does not use the system's. */
  @Override
  public final PolicyRuntime runtime() {
    PolicyRuntime runtime = outer.runtime();
    return runtime == PolicyRuntime.system() ? inner.runtime() : runtime;
  }

  @Override
  public final void reset() {
    outer.reset();
    inner.reset();
  }

  @Override
  public final String describe() {
    return outer.describe() + " > " + inner.describe();
  }

  @Override
  public final String toString() {
    return describe();
  }
}
