package io.firmitas.cdi.extension;

import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.FromSources;
import io.firmitas.cdi.Guarded;
import io.firmitas.cdi.Retry;
import io.firmitas.cdi.Timeout;
import io.firmitas.cdi.internal.AnnotatedClasses;
import io.firmitas.cdi.internal.InterceptorPriority;
import io.firmitas.cdi.internal.PolicyInterceptor;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.ObserverInfo;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * The same as {@link PolicyExtension} for containers that take only build compatible extensions. It
 * gives the interceptor the priority that is configured when the application is built, and hands
 * over what it has seen; the guards are made and checked when the container starts, since only then
 * are there classes and the configuration of the run. Interceptor and table are found as beans of
 * the archive. Containers find the extension by themselves, and skip it where they run the portable
 * one.
 */
@SkipIfPortableExtensionPresent(PolicyExtension.class)
public class BuildCompatiblePolicyExtension implements BuildCompatibleExtension {
  private static final String CLASSES = "classes";

  private final List<ClassInfo> annotated = new ArrayList<>();
  private final ModelledNames names = new ModelledNames();

  /** Made by the container. */
  public BuildCompatiblePolicyExtension() {}

  /**
   * Gives the interceptor its priority.
   *
   * @param interceptor the interceptor
   */
  @Enhancement(types = PolicyInterceptor.class)
  public void prioritize(ClassConfig interceptor) {
    interceptor
        .removeAnnotation(annotation -> annotation.name().equals(Priority.class.getName()))
        .addAnnotation(InterceptorPriority.configured());
  }

  /**
   * Notes a class that carries policies.
   *
   * @param type the class
   */
  @Enhancement(
      types = Object.class,
      withSubtypes = true,
      withAnnotations = {
        Retry.class,
        CircuitBreaker.class,
        Timeout.class,
        Fallback.class,
        FromSources.class,
        Guarded.class
      })
  public void note(ClassInfo type) {
    annotated.add(type);
  }

  /**
   * Notes where a bean is injected with policies of a name, and what it produces itself.
   *
   * @param bean the bean
   */
  @Registration(types = Object.class)
  public void noteInjection(BeanInfo bean) {
    names.add(bean);
  }

  /**
   * Notes the policies of a name that an observer takes.
   *
   * @param observer the observer
   */
  @Registration(types = Object.class)
  public void noteObserver(ObserverInfo observer) {
    names.add(observer);
  }

  /**
   * Hands over what was noted, and adds the policies of names that are injected.
   *
   * @param components takes it
   */
  @Synthesis
  public void handOver(SyntheticComponents components) {
    names.addBeans(components);
    components
        .addBean(AnnotatedClasses.class)
        .type(AnnotatedClasses.class)
        .scope(Dependent.class)
        .withParam(CLASSES, annotated.toArray(new ClassInfo[0]))
        .createWith(Creator.class);
  }

  /** Makes the bean that hands over. */
  public static final class Creator implements SyntheticBeanCreator<AnnotatedClasses> {
    /** Made by the container. */
    public Creator() {}

    @Override
    public AnnotatedClasses create(Instance<Object> lookup, Parameters parameters) {
      return new AnnotatedClasses(List.of(parameters.get(CLASSES, Class[].class)));
    }
  }
}
