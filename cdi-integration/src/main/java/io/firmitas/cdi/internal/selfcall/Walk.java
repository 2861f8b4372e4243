package io.firmitas.cdi.internal.selfcall;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Goes through the code of one bean, and from there to what else gets the bean. */
final class Walk {
  private static final String CONSTRUCTOR = "<init>";
  private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

  private final ClassFiles files;
  private final Hierarchy hierarchy;
  private final Set<Method> wanted;
  private final Deque<Code> open = new ArrayDeque<>();
  private final Set<Code> seen = new HashSet<>();
  private final Set<SelfCall> found = new LinkedHashSet<>();

  Walk(ClassFiles files, Hierarchy hierarchy, Set<Method> wanted) {
    this.files = files;
    this.hierarchy = hierarchy;
    this.wanted = wanted;
  }

  void add(Code code) {
    if (seen.add(code)) {
      open.add(code);
    }
  }

  Collection<SelfCall> run() {
    for (Code code = open.poll(); code != null; code = open.poll()) {
      try {
        goThrough(code);
      } catch (AnalyzerException | RuntimeException broken) {
        // The analyzer throws various runtime exceptions at code that it does not understand.
        ClassFiles.unreadable(code.type(), broken.toString());
      }
    }
    return found;
  }

  private void goThrough(Code code) throws AnalyzerException {
    Receivers receivers = new Receivers(code.beanLocals(), hierarchy::has);
    Frame<BasicValue>[] frames = new Analyzer<>(receivers).analyze(code.file().name, code.method());
    int line = 0;
    int index = 0;
    for (AbstractInsnNode each : code.method().instructions) {
      @Nullable Frame<BasicValue> frame = frames[index++];
      if (each instanceof LineNumberNode number) {
        line = number.line;
      } else if (frame != null && each instanceof MethodInsnNode call) {
        called(code, call, frame, line);
      } else if (frame != null && each instanceof InvokeDynamicInsnNode made) {
        if (made.bsm.getOwner().equals(LAMBDAS) && made.bsmArgs[1] instanceof Handle body) {
          lambda(code, body, beanAmong(Type.getArgumentTypes(made.desc), frame, 0), line);
        }
      }
    }
  }

  private void called(Code code, MethodInsnNode call, Frame<BasicValue> frame, int line) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    if (call.name.equals(CONSTRUCTOR)) {
      innerClass(code, call, beanAmong(arguments, frame, 1));
    } else if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      Method method = hierarchy.resolve(call.owner, call.name, call.desc);
      boolean onBean =
          Receivers.BEAN.equals(frame.getStack(frame.getStackSize() - arguments.length - 1));
      if (method == null || Modifier.isPrivate(method.getModifiers())) {
        return;
      }
      if (!onBean) {
        if (hierarchy.isBeanClass(call.owner)) {
          report(code, method, line, SelfCall.Way.REFERENCE);
        }
      } else if (call.getOpcode() == Opcodes.INVOKESPECIAL && !hierarchy.isLast(method)) {
        overridden(method);
      } else {
        report(code, method, line, code.way());
      }
    }
  }

  /** What is called through {@code super} runs although it is overridden. */
  private void overridden(Method method) {
    Class<?> type = method.getDeclaringClass();
    files
        .read(type)
        .ifPresent(
            file ->
                file.methods.stream()
                    .filter(code -> method.equals(Hierarchy.declared(type, code.name, code.desc)))
                    .filter(code -> (code.access & Opcodes.ACC_BRIDGE) == 0)
                    .forEach(code -> add(Code.ofBean(file, code, type, method))));
  }

  private void lambda(Code code, Handle body, BitSet beans, int line) {
    Optional<MethodNode> written = lambdaBody(code.file(), body);
    if (written.isPresent()) {
      add(code.lambda(written.get(), beans));
    } else if (body.getTag() != Opcodes.H_INVOKESTATIC && beans.get(0)) {
      Method method = hierarchy.resolve(body.getOwner(), body.getName(), body.getDesc());
      if (method != null && !Modifier.isPrivate(method.getModifiers())) {
        report(code, method, line, SelfCall.Way.OUTER_THIS);
      }
    }
  }

  /** The code of a lambda, which the compiler has put into a method of the class. */
  private static Optional<MethodNode> lambdaBody(ClassNode file, Handle body) {
    return file.methods.stream()
        .filter(each -> file.name.equals(body.getOwner()))
        .filter(each -> each.name.equals(body.getName()) && each.desc.equals(body.getDesc()))
        .filter(each -> (each.access & Opcodes.ACC_SYNTHETIC) != 0)
        .filter(each -> (each.access & Opcodes.ACC_BRIDGE) == 0)
        .findFirst();
  }

  private void innerClass(Code code, MethodInsnNode constructor, BitSet beans) {
    boolean isInside =
        code.file().innerClasses.stream().anyMatch(each -> each.name.equals(constructor.owner));
    if (isInside && !beans.isEmpty() && !hierarchy.has("L" + constructor.owner + ";")) {
      files
          .read(constructor.owner.replace('/', '.'), code.near())
          .ifPresent(
              inside -> {
                for (MethodNode each : inside.methods) {
                  boolean isCalled =
                      each.name.equals(CONSTRUCTOR) && each.desc.equals(constructor.desc);
                  if ((each.access & Opcodes.ACC_SYNTHETIC) == 0) {
                    add(code.inner(inside, each, isCalled ? beans : new BitSet()));
                  }
                }
              });
    }
  }

  /**
   * Which local variables of the called code the bean comes to.
   *
   * @param before how many local variables come before the arguments
   */
  private static BitSet beanAmong(Type[] arguments, Frame<BasicValue> frame, int before) {
    BitSet beans = new BitSet();
    int local = before;
    int onStack = frame.getStackSize() - arguments.length;
    for (Type argument : arguments) {
      if (Receivers.BEAN.equals(frame.getStack(onStack++))) {
        beans.set(local);
      }
      local += argument.getSize();
    }
    return beans;
  }

  private void report(Code code, Method method, int line, SelfCall.Way way) {
    Method callee = hierarchy.canonical(method);
    Method caller = code.reflected() == null ? null : hierarchy.canonical(code.reflected());
    if (callee != null && wanted.contains(callee) && !callee.equals(caller)) {
      found.add(new SelfCall(code.type(), code.caller(), line, callee, way));
    }
  }
}
