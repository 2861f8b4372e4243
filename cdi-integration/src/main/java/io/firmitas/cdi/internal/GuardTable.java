package io.firmitas.cdi.internal;

import io.firmitas.Policy;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.cdi.AllPolicies;
import io.firmitas.cdi.CircuitBreakers;
import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.PolicyDeploymentException;
import io.firmitas.cdi.PolicyOf;
import io.firmitas.cdi.PolicyReport;
import io.firmitas.cdi.SourceLists;
import io.firmitas.cdi.internal.assembly.BeanGuards;
import io.firmitas.cdi.internal.assembly.Deployment;
import io.firmitas.cdi.internal.assembly.InjectedPolicy;
import io.firmitas.cdi.internal.assembly.NameUse;
import io.firmitas.cdi.internal.assembly.Surroundings;
import io.firmitas.cdi.internal.carry.CallerContexts;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.event.ContainerAudience;
import io.firmitas.cdi.internal.instance.Instances;
import io.firmitas.cdi.internal.method.ReflectedType;
import io.firmitas.cdi.internal.named.KeyedSettings;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
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
 * All guards of one container, by bean class. A portable extension fills it while the application
 * is deployed; otherwise it fills itself when the container has started, before observers of the
 * application hear of that. What is wrong ends the deployment, or the start; where a container goes
 * on after that, it fails every guarded call. Nothing in it is static: it ends with its container.
 */
@ApplicationScoped
public class GuardTable {
  private final BeanContainer beans;
  private final Instances instances;
  private final CallerContexts contexts;
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
  public GuardTable(BeanContainer beans) {
    this.beans = beans;
    instances = new Instances(beans);
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
    instances = null;
    contexts = null;
  }

  /** What calls carry to other threads. */
  public CallerContexts contexts() {
    return contexts;
  }

  /** Where no portable extension has done so, makes the guards of all beans. */
  void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) Startup event) {
    deployed();
  }

  private void deployManaged() {
    Map<Class<?>, AnnotatedType<?>> managed = managedBeans();
    AnnotatedClasses annotated = annotatedClasses();
    InjectedPolicies injected = new InjectedPolicies(beans);
    List<DeploymentProblem> problems = deploy(managed.values(), injected.uses(), annotated != null);
    problems.addAll(injected.problems());
    if (annotated != null) {
      annotated.warnAboutNonBeans(managed.keySet());
    }
    if (!problems.isEmpty()) {
      throw new PolicyDeploymentException(problems);
    }
  }

  /**
   * Makes the guards of all beans, and returns what is wrong.
   *
   * @param types the managed beans
   * @param injected where policies of a name are injected
   * @param extension whether there is an extension of ours in the container
   */
  public List<DeploymentProblem> deploy(
      Collection<? extends AnnotatedType<?>> types,
      Collection<NameUse> injected,
      boolean extension) {
    lock.lock();
    try {
      Config config = ConfigProvider.getConfig();
      Deployment all =
          new Deployment(
              beans,
              config,
              new KeyedSettings(config, applicationLoader(), instances),
              this::surroundings,
              instances);
      deployment = all;
      Map<Class<?>, BeanGuards> made = all.deploy(types, injected);
      ProducedCheck produced = new ProducedCheck(all.problems());
      beans.getBeans(Object.class, Any.Literal.INSTANCE).forEach(produced::check);
      all.checkKeys(produced.madeByFactories());
      new UninterceptedCheck(beans, extension, all.problems()).check(types);
      InterceptorPriority.check(new Configuration(config), extension, all.problems());
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

  /** What has been deployed; deploys all managed beans now when nobody has done so. */
  private Deployment deployed() {
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
      if (deployment == null) {
        deployManaged();
      }
      return Objects.requireNonNull(deployment);
    } catch (RuntimeException broken) {
      failure = broken;
      throw broken;
    } finally {
      lock.unlock();
    }
  }

  /** A class that deployment has not seen, such as that of an object that a producer made. */
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
    int warned = all.problems().warnings().size();
    List<AnnotatedType<?>> types = List.of(new ReflectedType<>(beanClass));
    Map<Class<?>, BeanGuards> more = all.deploy(types, List.of());
    new UninterceptedCheck(beans, false, all.problems()).check(types);
    List<DeploymentProblem> warnings = all.problems().warnings();
    StartLog.warn(warnings.subList(warned, warnings.size()));
    List<DeploymentProblem> found = all.problems().all();
    if (found.size() > before) {
      RuntimeException broken = new PolicyDeploymentException(found.subList(before, found.size()));
      failures.put(beanClass, broken);
      throw broken;
    }
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

  @Produces
  @Dependent
  @PolicyOf("")
  @SuppressWarnings("unchecked") // the policies of a name are for all types, or checked
  <T> Policy<T> policyOf(InjectionPoint point) {
    return injectedAt(point, Policy.class);
  }

  @Produces
  @Dependent
  @PolicyOf("")
  Retry retryOf(InjectionPoint point) {
    return injectedAt(point, Retry.class);
  }

  @Produces
  @Dependent
  @PolicyOf("")
  CircuitBreaker breakerOf(InjectionPoint point) {
    return injectedAt(point, CircuitBreaker.class);
  }

  @Produces
  @Dependent
  @PolicyOf("")
  Timeout timeoutOf(InjectionPoint point) {
    return injectedAt(point, Timeout.class);
  }

  /** Only the name is asked for: the type of a point differs between containers. */
  private <P> P injectedAt(InjectionPoint point, Class<P> kind) {
    String name = InjectedPolicy.lookedUpIn(point.getQualifiers()).orElseThrow();
    return kind.cast(named(name, kind));
  }

  /** All policies, for injection. */
  @Produces
  @Singleton
  AllPolicies policies() {
    return deployed().policies();
  }

  /** All sources, for injection. */
  @Produces
  @Singleton
  SourceLists sources() {
    return deployed().sources();
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
