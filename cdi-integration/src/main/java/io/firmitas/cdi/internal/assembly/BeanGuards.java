package io.firmitas.cdi.internal.assembly;

import io.firmitas.cdi.internal.method.BeanMethods;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The guards of one bean class. Thread-safe; a lookup of a known method takes no lock and makes no
 * object.
 */
public final class BeanGuards {
  private final BeanMethods methods;
  private final Map<Method, Guard> guards;

  BeanGuards(BeanMethods methods, Map<Method, Guard> ofMethods) {
    this.methods = methods;
    guards = new ConcurrentHashMap<>(ofMethods);
    methods.methods().forEach(method -> guards.putIfAbsent(method, Guard.NONE));
  }

  /** No guards for any method of a class. */
  public static BeanGuards unguarded(Class<?> beanClass) {
    return new BeanGuards(new BeanMethods(beanClass), Map.of());
  }

  /** The guard of a method, also when it is asked for as an overridden method or a bridge. */
  public Guard of(Method method) {
    Guard guard = guards.get(method);
    return guard != null ? guard : ofOtherForm(method);
  }

  private Guard ofOtherForm(Method method) {
    @Nullable Method canonical = methods.canonicalFor(method);
    Guard guard = canonical == null ? Guard.NONE : guards.getOrDefault(canonical, Guard.NONE);
    guards.put(method, guard);
    return guard;
  }
}
