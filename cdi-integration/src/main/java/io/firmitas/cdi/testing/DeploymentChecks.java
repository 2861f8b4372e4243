package io.firmitas.cdi.testing;

import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.cdi.PolicyReport;
import io.firmitas.cdi.internal.method.ContainerClass;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Checks whether guarded beans deploy, and whether a reference is guarded. Thread-safe. */
public final class DeploymentChecks {
  private DeploymentChecks() {}

  /**
   * Starts a container and expects that its policies do not deploy.
   *
   * @param start starts the container
   * @return what was wrong, at least one problem
   * @throws AssertionError when the container starts, after closing it, or when it fails for
   *     another reason, which is then the cause
   */
  public static List<DeploymentProblem> assertDeploymentFails(
      Callable<? extends AutoCloseable> start) {
    try (AutoCloseable container = start.call()) {
      throw new AssertionError("deployed, but should not have been: " + container);
    } catch (Exception failed) {
      return problemsOf(failed)
          .orElseThrow(() -> new AssertionError("failed for another reason: " + failed, failed));
    }
  }

  /** Containers wrap it, or suppress it in what they throw. */
  private static Optional<List<DeploymentProblem>> problemsOf(Throwable failed) {
    Deque<Throwable> open = new ArrayDeque<>(List.of(failed));
    while (!open.isEmpty()) {
      Throwable next = open.pop();
      if (next instanceof PolicyDeploymentException found) {
        return Optional.of(found.problems());
      }
      open.addAll(Arrays.asList(next.getSuppressed()));
      if (next.getCause() != null) {
        open.add(next.getCause());
      }
    }
    return Optional.empty();
  }

  /**
   * Whether calls through a reference are guarded: it was given out by the container, and the
   * method has policies. An object made with {@code new} is never guarded.
   *
   * @param report the injected report
   * @param reference an injected bean
   * @param method the name of the method, or the name and the parameter types: {@code find(int)}
   * @return true when a call of the method runs under policies
   */
  public static boolean isGuarded(PolicyReport report, Object reference, String method) {
    if (!ContainerClass.isOne(reference.getClass())) {
      return false;
    }
    String target = ContainerClass.beneath(reference.getClass()).getName() + "/" + method;
    return report.methods().stream()
        .filter(each -> each.policies().stream().anyMatch(PolicyReport.Part::enabled))
        .anyMatch(each -> each.method().equals(target) || each.method().startsWith(target + "("));
  }
}
