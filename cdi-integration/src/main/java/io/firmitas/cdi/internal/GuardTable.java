package io.firmitas.cdi.internal;

import io.firmitas.Policy;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.CircuitBreakers;
import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.cdi.PolicyReport;
import io.firmitas.cdi.internal.assembly.BeanGuards;
import io.firmitas.cdi.internal.assembly.Deployment;
import io.firmitas.cdi.internal.assembly.NameUse;
import io.firmitas.cdi.internal.assembly.Surroundings;
import io.firmitas.cdi.internal.event.ContainerAudience;
import io.firmitas.cdi.internal.instance.Instances;
import io.firmitas.cdi.internal.named.KeyedSettings;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * All guards of one container, by bean class. With the extension it is filled while the application
 * is deployed; without, when the first guarded bean is made, and what is wrong then fails every
 * guarded call. Nothing in it is static: it ends with its container.
 */
@ApplicationScoped
public class GuardTable {
  private final BeanManager beans;
  private final Instances instances;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Class<?>, BeanGuards> guards = new ConcurrentHashMap<>();
  private final Map<Class<?>, RuntimeException> failures = new HashMap<>();
  private @Nullable Deployment deployment;
  private @Nullable RuntimeException failure;
  private @Nullable PolicyRuntime ownRuntime;
  private @Nullable ContainerAudience audience;
  private @Nullable Surroundings surroundings;

  /** Made by the container. */
  @Inject
  public GuardTable(BeanManager beans) {
    this.beans = beans;
    instances = new Instances(beans);
  }

  /** For the container's proxy only. */
  @SuppressWarnings("NullAway") // a proxy uses none of its fields
  protected GuardTable() {
    beans = null;
    instances = null;
  }

  /**
   * Makes the guards of all beans, and returns what is wrong.
   *
   * @param types the classes of the beans
   * @param injected where policies of a name are injected
   */
  public List<DeploymentProblem> deploy(
      Collection<? extends AnnotatedType<?>> types, Collection<NameUse> injected) {
    lock.lock();
    try {
      Config config = ConfigProvider.getConfig();
      Deployment all =
          new Deployment(
              beans,
              config,
              new KeyedSettings(config, contextLoader(), instances),
              this::surroundings,
              instances);
      deployment = all;
      Map<Class<?>, BeanGuards> made = all.deploy(types, injected);
      all.checkKeys();
      new StartLog(all).write(config);
      List<DeploymentProblem> problems = all.problems().all();
      if (problems.isEmpty()) {
        guards.putAll(made);
      }
      return problems;
    } finally {
      lock.unlock();
    }
  }

  private static ClassLoader contextLoader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? GuardTable.class.getClassLoader() : context;
  }

  /**
   * The policy of a name.
   *
   * @param name the name
   * @param type {@code Policy} of the API, or the type of one of the parts
   */
  public Policy<?> named(String name, Class<?> type) {
    return deployed().named().find(name, type);
  }

  /** The guards of a bean class. */
  public BeanGuards guardsOf(Class<?> beanClass) {
    BeanGuards found = guards.get(beanClass);
    return found != null ? found : deployLate(beanClass);
  }

  /** What has been deployed; deploys all managed beans now when there is no extension. */
  private Deployment deployed() {
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
      if (deployment == null) {
        List<DeploymentProblem> problems = deploy(managedBeans(), List.of());
        if (!problems.isEmpty()) {
          throw new PolicyDeploymentException(problems);
        }
      }
      return Objects.requireNonNull(deployment);
    } catch (RuntimeException broken) {
      failure = broken;
      throw broken;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A class that deployment has not seen: there is no extension, or the bean is not a managed one.
   */
  private BeanGuards deployLate(Class<?> beanClass) {
    lock.lock();
    try {
      Deployment all = deployed();
      BeanGuards found = guards.get(beanClass);
      return found != null ? found : deployAlone(all, beanClass);
    } finally {
      lock.unlock();
    }
  }

  /** What is wrong with the class fails the calls of its objects, and of no others. */
  private BeanGuards deployAlone(Deployment all, Class<?> beanClass) {
    RuntimeException known = failures.get(beanClass);
    if (known != null) {
      throw known;
    }
    int before = all.problems().count();
    Map<Class<?>, BeanGuards> more =
        all.deploy(List.of(beans.createAnnotatedType(beanClass)), List.of());
    List<DeploymentProblem> found = all.problems().all();
    if (found.size() > before) {
      RuntimeException broken = new PolicyDeploymentException(found.subList(before, found.size()));
      failures.put(beanClass, broken);
      throw broken;
    }
    guards.putAll(more);
    return guards.computeIfAbsent(beanClass, BeanGuards::unguarded);
  }

  private Collection<AnnotatedType<?>> managedBeans() {
    Map<Class<?>, AnnotatedType<?>> types = new LinkedHashMap<>();
    for (Bean<?> bean : beans.getBeans(Object.class, Any.Literal.INSTANCE)) {
      if (bean.getTypes().contains(bean.getBeanClass())) {
        types.putIfAbsent(bean.getBeanClass(), beans.createAnnotatedType(bean.getBeanClass()));
      }
    }
    return types.values();
  }

  /** Made when there is a first policy. */
  private Surroundings surroundings() {
    Surroundings known = surroundings;
    if (known == null) {
      ContainerAudience all = new ContainerAudience(beans);
      audience = all;
      known = new Surroundings(runtime(), all);
      surroundings = known;
    }
    return known;
  }

  /**
   * The runtime that the application provides as a bean, or one of the container's own, closed with
   * it.
   */
  private PolicyRuntime runtime() {
    Bean<?> bean = beans.resolve(beans.getBeans(PolicyRuntime.class));
    if (bean != null) {
      return (PolicyRuntime)
          beans.getReference(bean, PolicyRuntime.class, beans.createCreationalContext(bean));
    }
    PolicyRuntime runtime = PolicyProvider.installed().newRuntime();
    ownRuntime = runtime;
    return runtime;
  }

  /** All breakers, for injection. */
  @Produces
  @Singleton
  CircuitBreakers breakers() {
    return deployed().breakers();
  }

  /** The effective configuration, for injection. */
  @Produces
  @Dependent
  PolicyReport report() {
    return deployed().report();
  }

  @PreDestroy
  void close() {
    guards.clear();
    instances.close();
    if (audience != null) {
      audience.close();
    }
    if (ownRuntime != null) {
      ownRuntime.close();
    }
  }
}
