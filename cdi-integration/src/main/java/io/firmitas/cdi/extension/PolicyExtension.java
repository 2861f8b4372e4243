package io.firmitas.cdi.extension;

import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.FromSources;
import io.firmitas.cdi.Guarded;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.cdi.Retry;
import io.firmitas.cdi.Timeout;
import io.firmitas.cdi.internal.AddedByExtension;
import io.firmitas.cdi.internal.AnnotatedClasses;
import io.firmitas.cdi.internal.GuardTable;
import io.firmitas.cdi.internal.InterceptorPriority;
import io.firmitas.cdi.internal.PolicyInterceptor;
import io.firmitas.cdi.internal.assembly.InjectedPolicy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanAttributes;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessBeanAttributes;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes and checks all guards while the application is deployed, so that a mistake ends the
 * deployment and not the first call. It also brings the interceptor into the container, with the
 * priority that is configured.
 *
 * <p>Containers find it by themselves. A test that starts one without discovery adds it: {@code new
 * Weld().disableDiscovery().addExtension(new PolicyExtension())}.
 */
public class PolicyExtension implements Extension {
  private final Map<Class<?>, AnnotatedType<?>> managed = new LinkedHashMap<>();
  private final InjectedNames names = new InjectedNames();
  private final List<Class<?>> annotated = new ArrayList<>();

  /** Made by the container, or by a test. */
  public PolicyExtension() {}

  void addBeans(@Observes BeforeBeanDiscovery event) {
    event
        .addAnnotatedType(GuardTable.class, GuardTable.class.getName())
        .add(new AddedByExtension.Literal());
    event
        .addAnnotatedType(PolicyInterceptor.class, PolicyInterceptor.class.getName())
        .remove(annotation -> annotation instanceof Priority)
        .add(InterceptorPriority.configured())
        .add(new AddedByExtension.Literal());
  }

  /** Discovery may find what {@link #addBeans} adds; one of the two is enough. */
  void dropDiscoveredInterceptor(@Observes ProcessAnnotatedType<PolicyInterceptor> event) {
    dropDiscovered(event);
  }

  void dropDiscoveredTable(@Observes ProcessAnnotatedType<GuardTable> event) {
    dropDiscovered(event);
  }

  private static void dropDiscovered(ProcessAnnotatedType<?> event) {
    if (!event.getAnnotatedType().isAnnotationPresent(AddedByExtension.class)) {
      event.veto();
    }
  }

  void noteAnnotated(
      @Observes
          @WithAnnotations({
            Retry.class,
            CircuitBreaker.class,
            Timeout.class,
            Fallback.class,
            FromSources.class,
            Guarded.class
          })
          ProcessAnnotatedType<?> event) {
    annotated.add(event.getAnnotatedType().getJavaClass());
    new BridgedOverrides(event.getAnnotatedType().getJavaClass()).bind(event);
  }

  void noteManaged(@Observes ProcessManagedBean<?> event) {
    AnnotatedType<?> type = event.getAnnotatedBeanClass();
    if (!AnnotatedClasses.isAroundOthers(type.getJavaClass())) {
      managed.put(type.getJavaClass(), type);
    }
  }

  void noteInjection(@Observes ProcessInjectionPoint<?, ?> event) {
    names.add(event.getInjectionPoint());
  }

  /** A policy with a name is one object, so a producer without a scope is asked once. */
  void shareProduced(@Observes ProcessBeanAttributes<?> event) {
    BeanAttributes<?> bean = event.getBeanAttributes();
    if (InjectedPolicy.nameIn(bean.getQualifiers()).isPresent()
        && bean.getScope() == Dependent.class) {
      event.configureBeanAttributes().scope(Singleton.class);
    }
  }

  void noteProduced(@Observes ProcessBean<?> event) {
    names.addProduced(event.getBean());
  }

  void addNamed(@Observes AfterBeanDiscovery event, BeanManager beans) {
    names.addBeans(event, () -> table(beans));
  }

  private static GuardTable table(BeanManager beans) {
    return (GuardTable)
        beans.getReference(
            beans.resolve(beans.getBeans(GuardTable.class)),
            GuardTable.class,
            beans.createCreationalContext(null));
  }

  /** Comes last, so that other extensions tell of their problems too. */
  void deploy(
      @Observes @Priority(Integer.MAX_VALUE) AfterDeploymentValidation event, BeanManager beans) {
    GuardTable table = table(beans);
    List<DeploymentProblem> found = table.deploy(managed.values(), names.uses(), true);
    new AnnotatedClasses(annotated).warnAboutNonBeans(managed.keySet());
    managed.clear();
    annotated.clear();
    if (!found.isEmpty()) {
      // Thrown and not added to the event: OpenWebBeans logs added problems, and ends the
      // deployment with an exception that does not have them.
      throw new PolicyDeploymentException(found);
    }
  }
}
