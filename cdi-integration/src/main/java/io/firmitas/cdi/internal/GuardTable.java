package io.firmitas.cdi.internal;

import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.cdi.internal.assembly.BeanGuards;
import io.firmitas.cdi.internal.assembly.Deployment;
import io.firmitas.cdi.internal.carry.CallerContexts;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.fallback.HandlerInstances;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * All guards of one container, by bean class. A portable extension fills it while the application
 * is deployed; otherwise it fills itself when the container has started, before observers of the
 * application hear of that. What is wrong ends the deployment, or the start; where a container goes
 * on after that, it fails every guarded call. Nothing in it is static: it ends with its container.
 */
@ApplicationScoped
public class GuardTable {
  private static final System.Logger LOG = System.getLogger("io.firmitas.cdi");

  private final BeanContainer beans;
  private final HandlerInstances handlers;
  private final CallerContexts contexts;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Class<?>, BeanGuards> guards = new ConcurrentHashMap<>();
  private @Nullable Deployment deployment;
  private @Nullable RuntimeException failure;
  private @Nullable PolicyRuntime ownRuntime;

  /** Made by the container. */
  @Inject
  public GuardTable(BeanContainer beans) {
    this.beans = beans;
    handlers = new HandlerInstances(beans);
    contexts = new CallerContexts(beans, applicationLoader());
  }

  private static ClassLoader applicationLoader() {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread == null ? ClassLoader.getSystemClassLoader() : ofThread;
  }

  /** For the container's proxy only. */
  @SuppressWarnings("NullAway") // a proxy uses none of its fields
  protected GuardTable() {
    beans = null;
    handlers = null;
    contexts = null;
  }

  /** What calls carry to other threads. */
  public CallerContexts contexts() {
    return contexts;
  }

  /** Where no portable extension has done so, makes the guards of all beans. */
  void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) Startup event) {
    lock.lock();
    try {
      if (deployment == null) {
        deployManaged();
      }
    } finally {
      lock.unlock();
    }
  }

  private void deployManaged() {
    Map<Class<?>, AnnotatedType<?>> managed = managedBeans();
    AnnotatedClasses annotated = annotatedClasses();
    List<DeploymentProblem> problems = deploy(managed.values(), annotated != null);
    if (annotated != null) {
      annotated.warnAboutNonBeans(managed.keySet());
    }
    if (!problems.isEmpty()) {
      failure = new PolicyDeploymentException(problems);
      throw failure;
    }
  }

  /**
   * Makes the guards of all beans, and returns what is wrong.
   *
   * @param types the managed beans
   * @param extension whether there is an extension of ours in the container
   */
  public List<DeploymentProblem> deploy(
      Collection<? extends AnnotatedType<?>> types, boolean extension) {
    lock.lock();
    try {
      Config config = ConfigProvider.getConfig();
      Deployment all = new Deployment(beans, config, this::runtime, handlers);
      Map<Class<?>, BeanGuards> made = all.deploy(types);
      all.checkKeys();
      ProducedCheck produced = new ProducedCheck(all.problems());
      beans.getBeans(Object.class, Any.Literal.INSTANCE).forEach(produced::check);
      new DefaultMethodCheck(beans, all.problems()).check(types);
      InterceptorPriority.check(new Configuration(config), extension, all.problems());
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

  /** A class that deployment has not seen, such as that of an object that a producer made. */
  private BeanGuards deployLate(Class<?> beanClass) {
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
      if (deployment == null) {
        deployManaged();
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
    Map<Class<?>, BeanGuards> more = all.deploy(List.of(new ReflectedType<>(beanClass)));
    all.problems().throwIfAny();
    guards.putAll(more);
    return guards.computeIfAbsent(beanClass, BeanGuards::unguarded);
  }

  private Map<Class<?>, AnnotatedType<?>> managedBeans() {
    Map<Class<?>, AnnotatedType<?>> types = new LinkedHashMap<>();
    for (Bean<?> bean : beans.getBeans(Object.class, Any.Literal.INSTANCE)) {
      if (bean.getTypes().contains(bean.getBeanClass())) {
        types.putIfAbsent(bean.getBeanClass(), new ReflectedType<>(bean.getBeanClass()));
      }
    }
    return types;
  }

  /** What a build compatible extension has left; {@code null} when there is none. */
  private @Nullable AnnotatedClasses annotatedClasses() {
    Bean<?> bean = beans.resolve(beans.getBeans(AnnotatedClasses.class));
    return bean == null
        ? null
        : (AnnotatedClasses)
            beans.getReference(bean, AnnotatedClasses.class, beans.createCreationalContext(bean));
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
