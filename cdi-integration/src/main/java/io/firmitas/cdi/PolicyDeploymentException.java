package io.firmitas.cdi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Annotations or configuration are wrong. Carries all problems that were found, not only the first.
 */
public final class PolicyDeploymentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong; not serialized, the message has it all. */
  private final transient @Nullable List<DeploymentProblem> problems;

  /**
   * Makes the exception.
   *
   * @param problems what is wrong; at least one
   */
  public PolicyDeploymentException(List<DeploymentProblem> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  /**
   * What is wrong.
   *
   * @return all problems, in the order of beans and keys; empty after serialization
   */
  public List<DeploymentProblem> problems() {
    List<DeploymentProblem> known = problems;
    return known == null ? List.of() : known;
  }

  private static String message(List<DeploymentProblem> problems) {
    StringBuilder text =
        new StringBuilder("Firmitas found ")
            .append(problems.size())
            .append(problems.size() == 1 ? " problem" : " problems");
    for (int index = 0; index < problems.size(); index++) {
      text.append(System.lineSeparator())
          .append("  ")
          .append(index + 1)
          .append(". ")
          .append(problems.get(index));
    }
    return text.toString();
  }
}
