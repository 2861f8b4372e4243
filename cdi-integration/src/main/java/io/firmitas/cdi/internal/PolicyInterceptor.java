package io.firmitas.cdi.internal;

import io.firmitas.cdi.PolicyBinding;
import io.firmitas.cdi.internal.assembly.BeanGuards;
import io.firmitas.cdi.internal.carry.CallerContexts;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Intercepted;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls of guarded methods under their policies. All it does per call is to look up a guard
 * that was made at deployment.
 */
@Interceptor
@PolicyBinding
@Priority(PolicyInterceptor.PRIORITY)
public class PolicyInterceptor implements Serializable {
  /**
   * Inside {@code @ActivateRequestContext} (100) and outside {@code @Transactional} (200), so that
   * each attempt has a transaction of its own.
   */
  public static final int PRIORITY = Interceptor.Priority.PLATFORM_BEFORE + 150;

  private static final long serialVersionUID = 1L;

  /** A client proxy, which containers can serialize. */
  @SuppressWarnings("serial")
  private final GuardTable table;

  /** The intercepted bean, a built-in bean that containers can serialize. */
  @SuppressWarnings("serial")
  private final Bean<?> bean;

  private transient @Nullable BeanGuards guards;

  private transient @Nullable CallerContexts contexts;

  /** Made by the container for each bean instance. */
  @Inject
  public PolicyInterceptor(GuardTable table, @Intercepted Bean<?> bean) {
    this.table = table;
    this.bean = bean;
  }

  @AroundInvoke
  @Nullable Object guard(InvocationContext invocation) throws Exception {
    BeanGuards known = guards;
    CallerContexts carried = contexts;
    if (known == null || carried == null) {
      // Two first calls at once find the same guards.
      known = table.guardsOf(beanClass(invocation.getTarget()));
      guards = known;
      carried = table.contexts();
      contexts = carried;
    }
    return known.of(invocation.getMethod()).call(carried.begin(invocation));
  }

  /**
   * The class of the bean; where an interception factory wraps what a producer made, the class of
   * that object.
   */
  private Class<?> beanClass(Object target) {
    if (bean != null && bean.getBeanClass().isInstance(target)) {
      return bean.getBeanClass();
    }
    Class<?> type = target.getClass();
    while (type.isSynthetic()
        || type.getName().contains("$Proxy$")
        || type.getName().contains("$$")) {
      type = type.getSuperclass();
    }
    return type;
  }
}
