package io.firmitas.cdi.internal.selfcall;

import io.firmitas.cdi.internal.method.BeanMethods;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds calls that a bean makes on itself, in the class files of its class, its supertypes and
 * their inner classes.
 *
 * <p>The search starts at all code that can run for the bean: constructors, private methods, and
 * the most derived declaration of every other method. It goes on to lambdas and inner classes that
 * get the bean, and to overridden methods that are called through {@code super}. Used by one
 * thread.
 */
public final class SelfCalls {
  private final ClassFiles files = new ClassFiles();

  /** Starts with no file read. */
  public SelfCalls() {}

  /**
   * The calls of some methods of a bean on itself. A method that calls itself is not among them: it
   * is under its policies already.
   *
   * @param methods the methods of the bean
   * @param wanted the methods whose calls are looked for, each the most derived declaration
   * @param callers the methods in which such calls count
   */
  public Collection<SelfCall> find(
      BeanMethods methods, Set<Method> wanted, Predicate<Method> callers) {
    Hierarchy hierarchy = new Hierarchy(methods);
    Walk walk = new Walk(files, hierarchy, wanted);
    for (Class<?> type : methods.hierarchy()) {
      files
          .read(type)
          .ifPresent(
              file ->
                  file.methods.stream()
                      .filter(SelfCalls::isWritten)
                      .forEach(code -> start(walk, hierarchy, type, file, code, callers)));
    }
    return walk.run();
  }

  private static void start(
      Walk walk,
      Hierarchy hierarchy,
      Class<?> type,
      ClassNode file,
      MethodNode code,
      Predicate<Method> callers) {
    Method method = Hierarchy.declared(type, code.name, code.desc);
    boolean counts =
        method == null
            ? code.name.equals("<init>")
            : hierarchy.isLast(method) && callers.test(method);
    if (counts) {
      walk.add(Code.ofBean(file, code, type, method));
    }
  }

  /** Whether somebody wrote code for an object, and not the compiler. */
  private static boolean isWritten(MethodNode method) {
    int others = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;
    return (method.access & others) == 0 && !Modifier.isStatic(method.access);
  }
}
