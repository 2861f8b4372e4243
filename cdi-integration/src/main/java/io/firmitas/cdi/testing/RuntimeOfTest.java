package io.firmitas.cdi.testing;

import io.firmitas.PolicyRuntime;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Singleton;

/**
 * Puts the policies of a container on the runtime of a test, for example on virtual time:
 *
 * <pre>{@code
 * VirtualRuntime runtime = new VirtualRuntime();
 * new Weld().addExtension(new RuntimeOfTest(runtime)).initialize();
 * }</pre>
 *
 * <p>The container does not close it. An application with a bean of type {@link PolicyRuntime} of
 * its own cannot use this.
 */
public class RuntimeOfTest implements Extension {
  private final PolicyRuntime runtime;

  /**
   * Makes the extension.
   *
   * @param runtime the runtime of all guards
   */
  public RuntimeOfTest(PolicyRuntime runtime) {
    this.runtime = runtime;
  }

  void addBean(@Observes AfterBeanDiscovery event) {
    event
        .<PolicyRuntime>addBean()
        .beanClass(RuntimeOfTest.class)
        .types(PolicyRuntime.class)
        .scope(Singleton.class)
        .createWith(context -> runtime);
  }
}
