package io.firmitas.cdi.internal.selfcall;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Code that runs with the bean in some of its local variables.
 *
 * @param file the class that has it
 * @param method the code
 * @param beanLocals where the bean is at the start
 * @param near a class of the same package
 * @param caller the method that somebody wrote, in which a lambda may be
 * @param reflected the same by reflection; {@code null} for constructors and inner classes
 * @param way whether the code is of the bean itself, or a lambda or in an inner class
 */
record Code(
    ClassNode file,
    MethodNode method,
    BitSet beanLocals,
    Class<?> near,
    String caller,
    @Nullable Method reflected,
    SelfCall.Way way) {
  /** A method of the bean. */
  static Code ofBean(ClassNode file, MethodNode method, Class<?> type, @Nullable Method reflected) {
    return new Code(file, method, bean(0), type, nameOf(method), reflected, SelfCall.Way.THIS);
  }

  /** A lambda in this code. */
  Code lambda(MethodNode body, BitSet locals) {
    return new Code(file, body, locals, near, caller, reflected, SelfCall.Way.OUTER_THIS);
  }

  /** A method of a class inside, of which this code makes an object. */
  Code inner(ClassNode inside, MethodNode body, BitSet locals) {
    return new Code(inside, body, locals, near, nameOf(body), null, SelfCall.Way.OUTER_THIS);
  }

  static BitSet bean(int local) {
    BitSet locals = new BitSet();
    locals.set(local);
    return locals;
  }

  private static String nameOf(MethodNode method) {
    return method.name
        + Arrays.stream(Type.getArgumentTypes(method.desc))
            .map(Type::getClassName)
            .collect(Collectors.joining(",", "(", ")"));
  }

  String type() {
    return file.name.replace('/', '.');
  }
}
