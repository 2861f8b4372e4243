package io.firmitas;

/**
 * The SPI: turns configurations into policies. Implementations are found by {@link
 * java.util.ServiceLoader}; they are thread-safe and have a public constructor without parameters.
 *
 * <p>When several are present, the system property {@code io.firmitas.provider} names the class to
 * use; without it that is an error.
 */
public interface PolicyProvider {
  /**
   * The provider that builders use, found once.
   *
   * @return the installed provider
   * @throws IllegalStateException when there is none, or several and the system property names none
   *     of them
   */
  static PolicyProvider installed() {
    return InstalledProvider.get();
  }

  /**
   * Makes a policy.
   *
   * @param config the configuration, already checked
   * @param <P> the kind of policy
   * @return a new policy
   * @throws UnsupportedOperationException when the provider does not have this kind of policy or
   *     one of the settings; the message names it
   */
  <P extends Policy<?>> P create(PolicyConfig<P> config);

  /**
   * The runtime shared by all policies that were given no other.
   *
   * @return always the same runtime
   */
  PolicyRuntime systemRuntime();

  /**
   * Makes a runtime with threads of its own, to be closed by the caller.
   *
   * @return a new runtime
   */
  PolicyRuntime newRuntime();
}
