package io.firmitas.cdi;

/**
 * One thing that is wrong with annotations or configuration.
 *
 * @param where the bean and method, or the key with its value, source and ordinal
 * @param what what is wrong
 * @param remedy what to do about it
 */
public record DeploymentProblem(String where, String what, String remedy) {
  @Override
  public String toString() {
    return where + ": " + what + "; " + remedy;
  }
}
