package io.firmitas.cdi.internal.assembly;

import io.firmitas.Policy;
import io.firmitas.cdi.AllPolicies;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The policies of methods, and those of names. */
final class DeployedPolicies implements AllPolicies {
  private final Set<Same> all = ConcurrentHashMap.newKeySet();

  /** A policy of the application may say that it equals another one. */
  private record Same(Policy<?> policy) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Same same && same.policy == policy;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(policy);
    }
  }

  /** Adds a policy, and returns it. */
  <P extends Policy<?>> P add(P policy) {
    all.add(new Same(policy));
    return policy;
  }

  @Override
  public void reset() {
    all.forEach(each -> each.policy().reset());
  }
}
