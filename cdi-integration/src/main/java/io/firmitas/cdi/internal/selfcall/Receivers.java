package io.firmitas.cdi.internal.selfcall;

import java.util.BitSet;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Follows the bean through local variables, the stack and casts. A value is {@link #BEAN} when it
 * is the bean on every way to that point, and anything else otherwise.
 */
final class Receivers extends BasicInterpreter {
  /** The object that the code belongs to. */
  static final BasicValue BEAN = new Bean();

  private final BitSet beanLocals;
  private final Predicate<String> beanTypes;

  /**
   * Makes one for a method.
   *
   * @param beanLocals the local variables that hold the bean when the method starts
   * @param beanTypes tells the descriptors of types that the bean has
   */
  Receivers(BitSet beanLocals, Predicate<String> beanTypes) {
    super(ASM9);
    this.beanLocals = beanLocals;
    this.beanTypes = beanTypes;
  }

  @Override
  public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    return beanLocals.get(local) ? BEAN : super.newParameterValue(isInstanceMethod, local, type);
  }

  @Override
  public BasicValue unaryOperation(AbstractInsnNode code, BasicValue value)
      throws AnalyzerException {
    if (code.getOpcode() == Opcodes.CHECKCAST && BEAN.equals(value)) {
      return BEAN;
    }
    return code instanceof FieldInsnNode field && isOuter(field)
        ? BEAN
        : super.unaryOperation(code, value);
  }

  /** The compiler keeps the object around an inner class in such a field. */
  private boolean isOuter(FieldInsnNode field) {
    return field.getOpcode() == Opcodes.GETFIELD
        && field.name.startsWith("this$")
        && beanTypes.test(field.desc);
  }

  @Override
  public BasicValue merge(BasicValue one, BasicValue other) {
    boolean both = BEAN.equals(one) && BEAN.equals(other);
    if (both || BEAN.equals(one) || BEAN.equals(other)) {
      return both ? BEAN : BasicValue.UNINITIALIZED_VALUE;
    }
    return super.merge(one, other);
  }

  private static final class Bean extends BasicValue {
    Bean() {
      super(Type.getObjectType("java/lang/Object"));
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }
}
