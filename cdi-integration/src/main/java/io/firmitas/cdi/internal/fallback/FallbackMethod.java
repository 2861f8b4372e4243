package io.firmitas.cdi.internal.fallback;

import io.firmitas.FailureMatcher;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A method that answers for a guarded one.
 *
 * @param method the method
 * @param failureType the type of its last parameter when that takes the failure, else {@code null}
 * @param later whether it answers with a stage
 */
record FallbackMethod(
    Method method, @Nullable Class<? extends Throwable> failureType, boolean later) {
  private static final MethodType CALL =
      MethodType.methodType(Object.class, Object.class, Object[].class);

  /** How far the throwable type is from {@link Throwable}; a method that takes none comes last. */
  int depth() {
    int depth = failureType == null ? 0 : 1;
    for (Class<?> type = failureType;
        type != null && type != Throwable.class;
        type = type.getSuperclass()) {
      depth++;
    }
    return depth;
  }

  /**
   * The method as an answer. It is called directly and not through the container's subclass, so
   * that a fallback is never guarded, retried or answered by another fallback, whatever thread it
   * runs on.
   *
   * @throws IllegalAccessException when its package is not open to this module
   */
  Answer answer() throws IllegalAccessException {
    MethodHandle handle = generic(unreflect());
    boolean takesFailure = failureType != null;
    return new Answer(
        failureType == null ? Throwable.class : failureType,
        later,
        (target, arguments, failure) -> {
          @Nullable Object[] all = arguments;
          if (takesFailure) {
            all = Arrays.copyOf(arguments, arguments.length + 1, Object[].class);
            all[arguments.length] = failure;
          }
          return invoke(handle, target, all);
        });
  }

  private static @Nullable Object invoke(
      MethodHandle handle, Object target, @Nullable Object[] arguments) throws Exception {
    try {
      return (Object) handle.invokeExact(target, arguments);
    } catch (Throwable failure) {
      throw FailureMatcher.rethrow(failure);
    }
  }

  private MethodHandle unreflect() throws IllegalAccessException {
    Class<?> owner = method.getDeclaringClass();
    boolean open =
        owner.getModule().isOpen(owner.getPackageName(), FallbackMethod.class.getModule());
    if (!open) {
      return MethodHandles.publicLookup().unreflect(method);
    }
    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
    boolean direct =
        (method.getModifiers() & (Modifier.STATIC | Modifier.ABSTRACT)) == 0
            && !owner.isInterface();
    return direct ? lookup.unreflectSpecial(method, owner) : lookup.unreflect(method);
  }

  private MethodHandle generic(MethodHandle handle) {
    MethodHandle onTarget =
        Modifier.isStatic(method.getModifiers())
            ? MethodHandles.dropArguments(handle, 0, Object.class)
            : handle;
    return onTarget
        .asFixedArity()
        .asSpreader(Object[].class, method.getParameterCount())
        .asType(CALL);
  }
}
