package io.firmitas.cdi.internal.config;

import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.PolicyDeploymentException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects what is wrong. A mistake in a key that many methods read is told once. Used by one
 * thread.
 */
public final class Problems {
  private final Set<DeploymentProblem> all = new LinkedHashSet<>();
  private final Set<DeploymentProblem> warnings = new LinkedHashSet<>();

  /** Adds a problem. */
  public void add(String where, String what, String remedy) {
    all.add(new DeploymentProblem(where, what, remedy));
  }

  /**
   * Adds something that works, but hardly as it was meant; it is logged and does not end the
   * deployment.
   */
  public void warn(String where, String what, String remedy) {
    warnings.add(new DeploymentProblem(where, what, remedy));
  }

  public List<DeploymentProblem> warnings() {
    return new ArrayList<>(warnings);
  }

  /** How many problems there are so far; a caller that sees the number grow has met one. */
  public int count() {
    return all.size();
  }

  public List<DeploymentProblem> all() {
    return new ArrayList<>(all);
  }

  /** Throws when there are problems. */
  public void throwIfAny() {
    if (!all.isEmpty()) {
      throw new PolicyDeploymentException(all());
    }
  }
}
