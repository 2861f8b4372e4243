package io.firmitas.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static io.firmitas.architecture.Modules.API;
import static io.firmitas.architecture.Modules.IMPL;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Everything impure goes through the runtime, and no monitor is ever taken. */
@AnalyzeClasses(locations = PublishedModule.Locations.class)
class PurityTest {

  @ArchTest
  static final ArchRule onlyTheRuntimeIsImpure =
      noClasses()
          .that(API.or(IMPL).and(not(resideInAPackage("io.firmitas.impl.runtime.."))))
          .should()
          .accessTargetWhere(new ImpureCall())
          .as(
              "api and impl, but for io.firmitas.impl.runtime, should not touch "
                  + new ImpureCall().getDescription())
          .because("PolicyRuntime is the only door to them, which is what makes virtual time exact")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule noMethodIsSynchronized =
      noMethods()
          .that()
          .areDeclaredInClassesThat(API.or(IMPL))
          .should()
          .haveModifier(JavaModifier.SYNCHRONIZED)
          .because("a monitor pins virtual threads; use a ReentrantLock")
          .allowEmptyShould(true);

  /** ArchUnit does not see instructions, so this one reads them. */
  @ParameterizedTest
  @ValueSource(strings = {"firmitas-api", "firmitas-impl"})
  void noBlockIsSynchronized(String artifact) {
    PublishedModule module = PublishedModule.named(artifact);
    List<String> blocks = new ArrayList<>();
    for (String name : module.classNames()) {
      new ClassReader(module.classFile(name)).accept(new MonitorFinder(name, blocks), 0);
    }
    assertThat(blocks)
        .as(
            "synchronized blocks, which pin virtual threads; use a ReentrantLock:%n%s",
            blocks.stream().collect(joining("\n")))
        .isEmpty();
  }

  private static final class MonitorFinder extends ClassVisitor {
    private final String className;
    private final List<String> found;

    MonitorFinder(String className, List<String> found) {
      super(Opcodes.ASM9);
      this.className = className;
      this.found = found;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        private int line;

        @Override
        public void visitLineNumber(int number, Label start) {
          line = number;
        }

        @Override
        public void visitInsn(int opcode) {
          if (opcode == Opcodes.MONITORENTER) {
            found.add(className + "." + name + ", line " + line);
          }
        }
      };
    }
  }
}
