package io.firmitas.cdi.internal.fallback;

import io.firmitas.cdi.FallbackHandler;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionTarget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of one container. A handler that is a bean is used as a bean; another class is
 * created, injected and destroyed on {@link #close}. Each is made when it is first needed, since
 * beans must not be made while the application is being deployed.
 */
public final class HandlerInstances implements AutoCloseable {
  private final BeanContainer beans;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Class<?>, FallbackHandler<?>> instances = new HashMap<>();
  private final List<Runnable> closing = new ArrayList<>();

  /** Makes an empty set of handlers. */
  public HandlerInstances(BeanContainer beans) {
    this.beans = beans;
  }

  /** Why a class cannot be used as a handler, or {@code null} when it can. */
  @Nullable String refusal(Class<?> type) {
    try {
      if (beansOf(type).isEmpty()) {
        injectionTarget(type);
      } else {
        beans.resolve(beansOf(type));
      }
      return null;
    } catch (RuntimeException refused) {
      return refused.getMessage() == null ? refused.toString() : refused.getMessage();
    }
  }

  /** A handler that makes its instance when it is first used. */
  FallbackHandler<?> lazily(Class<?> type) {
    return new LazyHandler(type);
  }

  private final class LazyHandler implements FallbackHandler<@Nullable Object> {
    private final Class<?> type;
    private volatile @Nullable FallbackHandler<?> instance;

    LazyHandler(Class<?> type) {
      this.type = type;
    }

    @Override
    @SuppressWarnings("NullAway") // it does not see that the type argument is nullable
    public @Nullable Object handle(io.firmitas.cdi.FailedInvocation invocation) throws Exception {
      FallbackHandler<?> handler = instance;
      if (handler == null) {
        handler = instanceOf(type);
        instance = handler;
      }
      return handler.handle(invocation);
    }
  }

  private FallbackHandler<?> instanceOf(Class<?> type) {
    lock.lock();
    try {
      FallbackHandler<?> instance = instances.get(type);
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

  private FallbackHandler<?> reference(@Nullable Bean<?> bean, Class<?> type) {
    if (bean == null) {
      throw new IllegalStateException("the bean of " + type.getName() + " has gone");
    }
    CreationalContext<?> context = beans.createCreationalContext(bean);
    Object reference = beans.getReference(bean, type, context);
    if (bean.getScope() == Dependent.class) {
      closing.add(context::release);
    }
    return (FallbackHandler<?>) reference;
  }

  private <X> FallbackHandler<?> create(Class<X> type) {
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
    return (FallbackHandler<?>) instance;
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
      closing.forEach(Runnable::run);
      closing.clear();
      instances.clear();
    } finally {
      lock.unlock();
    }
  }
}
