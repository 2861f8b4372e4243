package io.firmitas.cdi.internal.method;

/** Classes that containers make: client proxies and intercepted subclasses. */
public final class ContainerClass {
  private ContainerClass() {}

  /** Whether a container made a class. */
  public static boolean isOne(Class<?> type) {
    return type.isSynthetic()
        || type.getName().contains("$Proxy$")
        || type.getName().contains("$$");
  }

  /** The class that somebody wrote, under those that containers made. */
  public static Class<?> beneath(Class<?> type) {
    Class<?> written = type;
    while (isOne(written)) {
      written = written.getSuperclass();
    }
    return written;
  }
}
