package io.firmitas.cdi;

/**
 * All policies of the container's guarded methods and names: {@code @Inject AllPolicies policies;}.
 * Thread-safe.
 */
public interface AllPolicies {
  /**
   * Forgets what all policies have learned from earlier calls, for example between tests: breakers
   * close, sources are switched on, last known good answers are dropped, budgets for retries are
   * full again. Policies that the application has made itself, and budgets, are told by their
   * {@code reset()}. Calls that are on their way are not stopped.
   */
  void reset();
}
