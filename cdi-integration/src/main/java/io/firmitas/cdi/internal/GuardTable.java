package io.firmitas.cdi.internal;

import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.cdi.internal.assembly.BeanGuards;
import io.firmitas.cdi.internal.assembly.Deployment;
import io.firmitas.cdi.internal.fallback.HandlerInstances;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * All guards of one container, by bean class. With the extension it is filled while the application
 * is deployed; without, when the first guarded bean is made, and what is wrong then fails every
 * guarded call. Nothing in it is static: it ends with its container.
 */
@ApplicationScoped
public class GuardTable {
  private static final System.Logger LOG = System.getLogger("io.firmitas.cdi");

  private final BeanManager beans;
  private final HandlerInstances handlers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Class<?>, BeanGuards> guards = new ConcurrentHashMap<>();
  private @Nullable Deployment deployment;
  private @Nullable RuntimeException failure;
  private @Nullable PolicyRuntime ownRuntime;

  /** Made by the container. */
  @Inject
  public GuardTable(BeanManager beans) {
    this.beans = beans;
    handlers = new HandlerInstances(beans);
  }

  /** For the container's proxy only. */
  @SuppressWarnings("NullAway") // a proxy uses none of its fields
  protected GuardTable() {
    beans = null;
    handlers = null;
  }

  /** Makes the guards of all beans, and returns what is wrong. */
  public List<DeploymentProblem> deploy(Collection<? extends AnnotatedType<?>> types) {
    lock.lock();
    try {
      Deployment all = new Deployment(beans, ConfigProvider.getConfig(), this::runtime, handlers);
      Map<Class<?>, BeanGuards> made = all.deploy(types);
      all.checkKeys();
      deployment = all;
      report(all);
      List<DeploymentProblem> problems = all.problems().all();
      if (problems.isEmpty()) {
        guards.putAll(made);
      }
      return problems;
    } finally {
      lock.unlock();
    }
  }

  /** The guards of a bean class. */
  public BeanGuards guardsOf(Class<?> beanClass) {
    BeanGuards found = guards.get(beanClass);
    return found != null ? found : deployLate(beanClass);
  }

  /**
   * A class that deployment has not seen: there is no extension, or the bean is not a managed one.
   */
  private BeanGuards deployLate(Class<?> beanClass) {
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
      if (deployment == null) {
        List<DeploymentProblem> problems = deploy(managedBeans());
        if (!problems.isEmpty()) {
          throw new PolicyDeploymentException(problems);
        }
      }
      BeanGuards found = guards.get(beanClass);
      return found != null ? found : deployAlone(beanClass);
    } catch (RuntimeException broken) {
      failure = broken;
      throw broken;
    } finally {
      lock.unlock();
    }
  }

  private BeanGuards deployAlone(Class<?> beanClass) {
    Deployment all = deployment;
    if (all == null) {
      throw new IllegalStateException("not deployed");
    }
    Map<Class<?>, BeanGuards> more = all.deploy(List.of(beans.createAnnotatedType(beanClass)));
    all.problems().throwIfAny();
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
    PolicyRuntime runtime = ownRuntime;
    if (runtime == null) {
      runtime = PolicyProvider.installed().newRuntime();
      ownRuntime = runtime;
    }
    return runtime;
  }

  private static void report(Deployment all) {
    for (DeploymentProblem warning : all.problems().warnings()) {
      LOG.log(System.Logger.Level.WARNING, warning.toString());
    }
    if (!all.counts().isEmpty()) {
      List<String> counts = new ArrayList<>();
      all.counts().forEach((kind, count) -> counts.add(count + " " + kind.key()));
      LOG.log(System.Logger.Level.INFO, "Firmitas guards beans with " + String.join(", ", counts));
    }
  }

  @PreDestroy
  void close() {
    guards.clear();
    handlers.close();
    PolicyRuntime runtime = ownRuntime;
    if (runtime != null) {
      runtime.close();
    }
  }
}
