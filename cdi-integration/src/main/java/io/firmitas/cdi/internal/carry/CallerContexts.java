package io.firmitas.cdi.internal.carry;

import io.firmitas.cdi.spi.ContextCarrier;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.interceptor.InvocationContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What calls of one container carry to other threads. There, the request context is active: the one
 * that a carrier brings, or else a new one for each attempt or fallback, since CDI has no portable
 * way to hand on an active one, and the request may be over by then. Thread-safe.
 */
public final class CallerContexts {
  private final BeanContainer beans;
  private final ClassLoader loader;
  private final CallerSnapshot nothing = new CallerSnapshot(this, List.of());
  private volatile @Nullable List<ContextCarrier> carriers;

  /**
   * Makes the contexts of a container.
   *
   * @param loader where carriers are looked for that are services
   */
  public CallerContexts(BeanContainer beans, ClassLoader loader) {
    this.beans = beans;
    this.loader = loader;
  }

  /** Begins a call on the thread of its caller. */
  public GuardedCall begin(InvocationContext invocation) {
    return new GuardedCall(invocation, capture());
  }

  private CallerSnapshot capture() {
    List<ContextCarrier> known = carriers;
    if (known == null) {
      // Two first calls at once find the same carriers.
      known = findCarriers();
      carriers = known;
    }
    if (known.isEmpty()) {
      return nothing;
    }
    List<ContextCarrier.Captured> captured = new ArrayList<>(known.size());
    for (ContextCarrier carrier : known) {
      captured.add(carrier.capture());
    }
    return new CallerSnapshot(this, captured);
  }

  private List<ContextCarrier> findCarriers() {
    List<ContextCarrier> found = new ArrayList<>();
    for (Bean<?> bean : beans.getBeans(ContextCarrier.class, Any.Literal.INSTANCE)) {
      found.add(reference(bean, ContextCarrier.class, beans.createCreationalContext(bean)));
    }
    ServiceLoader.load(ContextCarrier.class, loader).forEach(found::add);
    return List.copyOf(found);
  }

  /** Runs a part of a call on a thread that is not the caller's, or no longer. */
  <V extends @Nullable Object> V runAway(
      ClassLoader callerLoader, List<ContextCarrier.Captured> captured, Callable<V> part)
      throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    List<ContextCarrier.Carried> carried = new ArrayList<>(captured.size());
    thread.setContextClassLoader(callerLoader);
    try {
      for (ContextCarrier.Captured each : captured) {
        carried.add(each.resume());
      }
      return runInRequest(part);
    } finally {
      Collections.reverse(carried);
      carried.forEach(ContextCarrier.Carried::close);
      thread.setContextClassLoader(before);
    }
  }

  private <V extends @Nullable Object> V runInRequest(Callable<V> part) throws Exception {
    Bean<?> bean = beans.resolve(beans.getBeans(RequestContextController.class));
    CreationalContext<?> creation = beans.createCreationalContext(bean);
    RequestContextController controller = reference(bean, RequestContextController.class, creation);
    // False where a carrier has brought a request context, or the thread has one of its own.
    boolean activated = controller.activate();
    try {
      return part.call();
    } finally {
      if (activated) {
        controller.deactivate();
      }
      creation.release();
    }
  }

  /** Not through {@code Instance}, for which OpenWebBeans asks the thread for the container. */
  private <B> B reference(Bean<?> bean, Class<B> type, CreationalContext<?> creation) {
    return type.cast(beans.getReference(bean, type, creation));
  }
}
