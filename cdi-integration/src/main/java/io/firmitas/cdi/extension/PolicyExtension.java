package io.firmitas.cdi.extension;

import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.Guarded;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.cdi.Retry;
import io.firmitas.cdi.Timeout;
import io.firmitas.cdi.internal.AddedByExtension;
import io.firmitas.cdi.internal.GuardTable;
import io.firmitas.cdi.internal.PolicyInterceptor;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.ConfiguredText;
import io.firmitas.cdi.internal.config.GeneralKey;
import io.firmitas.cdi.internal.config.Problems;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Makes and checks all guards while the application is deployed, so that a mistake ends the
 * deployment and not the first call. It also brings the interceptor into the container, with the
 * priority that is configured.
 *
 * <p>Containers find it by themselves. A test that starts one without discovery adds it: {@code new
 * Weld().disableDiscovery().addExtension(new PolicyExtension())}.
 */
public class PolicyExtension implements Extension {
  private static final System.Logger LOG = System.getLogger("io.firmitas.cdi");

  private final Map<Class<?>, AnnotatedType<?>> managed = new LinkedHashMap<>();
  private final Set<Class<?>> annotated = new LinkedHashSet<>();
  private final InjectedNames names = new InjectedNames();
  private final Problems problems = new Problems();

  /** Made by the container, or by a test. */
  public PolicyExtension() {}

  void addBeans(@Observes BeforeBeanDiscovery event) {
    event
        .addAnnotatedType(GuardTable.class, GuardTable.class.getName())
        .add(new AddedByExtension.Literal());
    event
        .addAnnotatedType(PolicyInterceptor.class, PolicyInterceptor.class.getName())
        .remove(annotation -> annotation instanceof Priority)
        .add(new PriorityLiteral(interceptorPriority()))
        .add(new AddedByExtension.Literal());
  }

  private int interceptorPriority() {
    Optional<ConfiguredText> text =
        new Configuration(ConfigProvider.getConfig()).find(GeneralKey.INTERCEPTOR_PRIORITY.key());
    try {
      return text.map(found -> Integer.valueOf(found.text().trim()))
          .orElse(PolicyInterceptor.PRIORITY);
    } catch (NumberFormatException notNumber) {
      problems.add(
          text.map(ConfiguredText::describe).orElse(GeneralKey.INTERCEPTOR_PRIORITY.key()),
          "is not a whole number",
          "write a number; less than 200 is outside transactions");
      return PolicyInterceptor.PRIORITY;
    }
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
            Guarded.class
          })
          ProcessAnnotatedType<?> event) {
    annotated.add(event.getAnnotatedType().getJavaClass());
  }

  void noteManaged(@Observes ProcessManagedBean<?> event) {
    AnnotatedType<?> type = event.getAnnotatedBeanClass();
    managed.put(type.getJavaClass(), type);
  }

  void noteInjection(@Observes ProcessInjectionPoint<?, ?> event) {
    names.add(event.getInjectionPoint());
  }

  /** A policy with a name is one object, so a producer without a scope is asked once. */
  void shareProduced(@Observes ProcessBeanAttributes<?> event) {
    BeanAttributes<?> bean = event.getBeanAttributes();
    if (InjectedNames.nameIn(bean.getQualifiers()).isPresent()
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

  void deploy(@Observes AfterDeploymentValidation event, BeanManager beans) {
    GuardTable table = table(beans);
    List<DeploymentProblem> found = new ArrayList<>(problems.all());
    found.addAll(table.deploy(managed.values(), names.uses()));
    warnAboutNonBeans();
    managed.clear();
    if (!found.isEmpty()) {
      event.addDeploymentProblem(new PolicyDeploymentException(found));
    }
  }

  /** A class that carries policies but is neither a bean nor a supertype of one. */
  private void warnAboutNonBeans() {
    for (Class<?> type : annotated) {
      boolean used = managed.keySet().stream().anyMatch(type::isAssignableFrom);
      if (!used && !type.isAnnotation()) {
        LOG.log(
            System.Logger.Level.WARNING,
            type.getName()
                + " carries policies, but it is no managed bean; give it a scope such as"
                + " @ApplicationScoped, or remove them");
      }
    }
    annotated.clear();
  }

  private static final class PriorityLiteral
      extends jakarta.enterprise.util.AnnotationLiteral<Priority> implements Priority {
    private static final long serialVersionUID = 1L;
    private final int value;

    PriorityLiteral(int value) {
      this.value = value;
    }

    @Override
    public int value() {
      return value;
    }
  }
}
