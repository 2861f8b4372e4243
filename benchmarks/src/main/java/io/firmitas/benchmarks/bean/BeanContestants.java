package io.firmitas.benchmarks.bean;

import io.firmitas.cdi.extension.PolicyExtension;
import io.smallrye.config.inject.ConfigExtension;
import io.smallrye.faulttolerance.FaultToleranceExtension;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

/** Starts a container with the bean of one contestant and nothing of the others. */
public final class BeanContestants {
  private BeanContestants() {}

  /**
   * Starts a container.
   *
   * @param contestant {@code firmitas}, {@code smallrye} or {@code floor}
   * @return a container with one {@link GuardedBean}
   */
  public static SeContainer start(String contestant) {
    SeContainerInitializer empty = SeContainerInitializer.newInstance().disableDiscovery();
    SeContainerInitializer filled =
        switch (contestant) {
          case "firmitas" ->
              empty.addExtensions(new PolicyExtension()).addBeanClasses(FirmitasBean.class);
          case "smallrye" ->
              empty
                  .addExtensions(new FaultToleranceExtension(), new ConfigExtension())
                  .addBeanClasses(SmallRyeBean.class);
          case "floor" -> empty.addBeanClasses(FloorBean.class, EmptyInterceptor.class);
          default -> throw new IllegalArgumentException("no bean of " + contestant);
        };
    return filled.initialize();
  }
}
