package io.firmitas.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;

/** Which module a class belongs to, by its package. */
final class Modules {
  static final DescribedPredicate<JavaClass> IMPL =
      resideInAPackage("io.firmitas.impl..").as("classes of impl");
  static final DescribedPredicate<JavaClass> TESTKIT =
      resideInAPackage("io.firmitas.testkit..").as("classes of testkit");
  static final DescribedPredicate<JavaClass> CDI =
      resideInAPackage("io.firmitas.cdi..").as("classes of cdi-integration");
  static final DescribedPredicate<JavaClass> TCK =
      resideInAPackage("io.firmitas.tck..").as("classes of tck");
  static final DescribedPredicate<JavaClass> API =
      resideInAPackage("io.firmitas..")
          .and(not(IMPL.or(TESTKIT).or(CDI).or(TCK)))
          .as("classes of api");

  /** What every module may use: the JDK and the nullness annotations. */
  static final DescribedPredicate<JavaClass> PLATFORM =
      resideInAnyPackage("java..", "org.jspecify.annotations..").as("the JDK and JSpecify");

  static final DescribedPredicate<JavaClass> JUNIT =
      resideInAnyPackage("org.junit..", "org.opentest4j..", "org.apiguardian..").as("JUnit");

  static final DescribedPredicate<JavaClass> JACKSON =
      resideInAPackage("com.fasterxml.jackson.core..").as("Jackson");

  static final DescribedPredicate<JavaClass> CONTAINER =
      resideInAnyPackage("jakarta..", "org.eclipse.microprofile.config..")
          .as("Jakarta and MicroProfile Config");

  static final DescribedPredicate<JavaClass> ASM =
      resideInAPackage("org.objectweb.asm..").as("ASM");

  private Modules() {}
}
