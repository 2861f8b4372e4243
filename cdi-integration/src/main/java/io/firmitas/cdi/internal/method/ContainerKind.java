package io.firmitas.cdi.internal.method;

import jakarta.enterprise.inject.spi.BeanContainer;

/** Which container it is, where containers differ in what they intercept. */
public enum ContainerKind {
  /** Runs a subclass of the bean class, and knows calls that come from the bean. */
  WELD,

  /** Gives out an object in front of the one that runs. */
  OPEN_WEB_BEANS,

  /** Quarkus. Runs a subclass of the bean class, and intercepts calls of the bean on itself. */
  ARC,

  /** One that nobody has looked at. */
  OTHER;

  /** The container that the beans are in. */
  public static ContainerKind of(BeanContainer beans) {
    return named(beans.getClass().getName());
  }

  /** The container that a class belongs to. */
  static ContainerKind named(String className) {
    if (className.startsWith("org.jboss.weld.")) {
      return WELD;
    }
    if (className.startsWith("org.apache.webbeans.")) {
      return OPEN_WEB_BEANS;
    }
    return className.startsWith("io.quarkus.arc.") ? ARC : OTHER;
  }
}
