package io.firmitas.cdi.internal;

import jakarta.decorator.Decorator;
import jakarta.interceptor.Interceptor;
import java.util.Collection;
import java.util.List;

/**
 * The classes that carry policies, as an extension has seen them. A build compatible extension
 * hands them over as a bean.
 *
 * @param classes the classes, beans or not
 */
public record AnnotatedClasses(List<Class<?>> classes) {
  private static final System.Logger LOG = System.getLogger("io.firmitas.cdi");

  public AnnotatedClasses {
    classes = List.copyOf(classes);
  }

  /** Whether a class is there for the calls of other beans. */
  public static boolean isAroundOthers(Class<?> type) {
    return type.isAnnotationPresent(Interceptor.class) || type.isAnnotationPresent(Decorator.class);
  }

  /** Warns about a class that is neither a bean nor a supertype of one. */
  public void warnAboutNonBeans(Collection<Class<?>> beanClasses) {
    for (Class<?> type : classes) {
      if (!type.isAnnotation() && beanClasses.stream().noneMatch(type::isAssignableFrom)) {
        String why =
            isAroundOthers(type)
                ? "containers intercept neither interceptors nor decorators; remove them"
                : "it is no managed bean; give it a scope such as @ApplicationScoped, or remove"
                    + " them";
        LOG.log(System.Logger.Level.WARNING, type.getName() + " carries policies, but " + why);
      }
    }
  }
}
