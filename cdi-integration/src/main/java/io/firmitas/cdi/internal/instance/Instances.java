package io.firmitas.cdi.internal.instance;

import io.firmitas.cdi.PolicyName;
import io.firmitas.retry.RetryBudget;
import io.firmitas.sources.Sources;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionTarget;
import jakarta.inject.Inject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one container that settings name by their class. A bean is used as a bean; another
 * class is created, injected and destroyed on {@link #close}. Each is made when it is first needed,
 * since beans must not be made while the application is being deployed. Thread-safe.
 */
public final class Instances implements Code, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.firmitas.cdi");

  private final BeanContainer beans;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Class<?>, Object> instances = new HashMap<>();
  private final List<Runnable> closing = new ArrayList<>();

  /** Makes an empty set of objects. */
  public Instances(BeanContainer beans) {
    this.beans = beans;
  }

  @Override
  public @Nullable String refusal(Class<?> type) {
    try {
      if (beansOf(type).isEmpty()) {
        String missing = constructorMissing(type);
        if (missing != null) {
          return missing;
        }
        injectionTarget(type);
      } else {
        beans.resolve(beansOf(type));
      }
      return null;
    } catch (RuntimeException refused) {
      return refused.getMessage() == null ? refused.toString() : refused.getMessage();
    }
  }

  /** Containers find that out only when they make the object. */
  private static @Nullable String constructorMissing(Class<?> type) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      return "it is abstract";
    }
    if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
      return "it is an inner class that is not static";
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 0 || constructor.isAnnotationPresent(Inject.class)) {
        return null;
      }
    }
    return "it has neither a constructor without parameters nor one with @Inject";
  }

  @Override
  public <X> Supplier<X> lazily(Class<X> type) {
    return new Lazy<>(type);
  }

  /** After the first call there is no lock. */
  private final class Lazy<X> implements Supplier<X> {
    private final Class<X> type;
    private volatile @Nullable X instance;

    Lazy(Class<X> type) {
      this.type = type;
    }

    @Override
    public X get() {
      X known = instance;
      if (known == null) {
        known = type.cast(instanceOf(type));
        instance = known;
      }
      return known;
    }
  }

  private Object instanceOf(Class<?> type) {
    lock.lock();
    try {
      Object instance = instances.get(type);
      if (instance == null) {
        Set<Bean<?>> found = beansOf(type);
        instance = found.isEmpty() ? create(type) : reference(beans.resolve(found), type);
        instances.put(type, instance);
      }
      return instance;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Optional<RetryBudget> budget(String name) {
    Bean<?> bean = beans.resolve(beans.getBeans(RetryBudget.class, PolicyName.Literal.of(name)));
    return Optional.ofNullable(bean).map(each -> (RetryBudget) reference(each, RetryBudget.class));
  }

  /** Looked for among all beans of the name: what the sources are of is not known. */
  @Override
  public Optional<Sources<?>> sources(String name) {
    for (Bean<?> bean : beans.getBeans(Object.class, PolicyName.Literal.of(name))) {
      for (Type type : bean.getTypes()) {
        if (type instanceof ParameterizedType sources && sources.getRawType() == Sources.class) {
          CreationalContext<?> context = beans.createCreationalContext(bean);
          return Optional.of((Sources<?>) beans.getReference(bean, type, context));
        }
      }
    }
    return Optional.empty();
  }

  /** Beans of exactly this class: a bean of a subclass is another handler. */
  private Set<Bean<?>> beansOf(Class<?> type) {
    Set<Bean<?>> found = new java.util.LinkedHashSet<>();
    for (Bean<?> bean : beans.getBeans(type, Any.Literal.INSTANCE)) {
      if (bean.getBeanClass() == type) {
        found.add(bean);
      }
    }
    return found;
  }

  private Object reference(@Nullable Bean<?> bean, Class<?> type) {
    if (bean == null) {
      throw new IllegalStateException("the bean of " + type.getName() + " has gone");
    }
    CreationalContext<?> context = beans.createCreationalContext(bean);
    Object reference = beans.getReference(bean, type, context);
    if (bean.getScope() == Dependent.class) {
      closing.add(context::release);
    }
    return reference;
  }

  private <X> Object create(Class<X> type) {
    InjectionTarget<X> target = injectionTarget(type);
    CreationalContext<X> context = beans.createCreationalContext(null);
    X instance = target.produce(context);
    target.inject(instance, context);
    target.postConstruct(instance);
    closing.add(
        () -> {
          target.preDestroy(instance);
          target.dispose(instance);
          context.release();
        });
    return instance;
  }

  /** A handler that fails at its end keeps neither the others nor the runtime from theirs. */
  private static void closeSafely(Runnable each) {
    try {
      each.run();
    } catch (RuntimeException broken) {
      LOG.log(
          System.Logger.Level.WARNING,
          "an object that settings name failed while it was destroyed",
          broken);
    }
  }

  private <X> InjectionTarget<X> injectionTarget(Class<X> type) {
    if (beans instanceof BeanManager full) {
      AnnotatedType<X> annotated = full.createAnnotatedType(type);
      return full.getInjectionTargetFactory(annotated).createInjectionTarget(null);
    }
    throw new UnsupportedOperationException(
        "this container creates beans only; give the class a scope such as @Dependent");
  }

  /** Destroys what was created, the youngest first. */
  @Override
  public void close() {
    lock.lock();
    try {
      Collections.reverse(closing);
      closing.forEach(Instances::closeSafely);
      closing.clear();
      instances.clear();
    } finally {
      lock.unlock();
    }
  }
}
