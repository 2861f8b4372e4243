package io.firmitas.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.firmitas.architecture.Modules.API;
import static io.firmitas.architecture.Modules.ASM;
import static io.firmitas.architecture.Modules.CDI;
import static io.firmitas.architecture.Modules.CONTAINER;
import static io.firmitas.architecture.Modules.IMPL;
import static io.firmitas.architecture.Modules.JACKSON;
import static io.firmitas.architecture.Modules.JUNIT;
import static io.firmitas.architecture.Modules.PLATFORM;
import static io.firmitas.architecture.Modules.TCK;
import static io.firmitas.architecture.Modules.TESTKIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Imports run one way: between modules, and between the packages of a module. */
@AnalyzeClasses(locations = PublishedModule.Locations.class)
class ModuleDependencyTest {

  /** The rules hold for no classes too, so they must not be asked about none by mistake. */
  @ArchTest
  static void everyClassIsLookedAt(JavaClasses classes) {
    assertThat(PublishedModule.all())
        .flatMap(PublishedModule::classNames)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(classes.contain(name)).as(name).isTrue());
  }

  @ArchTest static final ArchRule apiUsesOnlyThePlatform = usesOnly(API, API);

  @ArchTest static final ArchRule implUsesOnlyApi = usesOnly(IMPL, IMPL.or(API));

  @ArchTest
  static final ArchRule testkitUsesOnlyApiAndJunit = usesOnly(TESTKIT, TESTKIT.or(API).or(JUNIT));

  @ArchTest
  static final ArchRule cdiUsesOnlyApiTheContainerAndAsm =
      usesOnly(CDI, CDI.or(API).or(CONTAINER).or(ASM));

  @ArchTest
  static final ArchRule tckUsesOnlyApiTestkitAndTestLibraries =
      usesOnly(TCK, TCK.or(API).or(TESTKIT).or(JUNIT).or(JACKSON));

  @ArchTest static final ArchRule apiHasNoPackageCycle = hasNoPackageCycle(API);
  @ArchTest static final ArchRule implHasNoPackageCycle = hasNoPackageCycle(IMPL);
  @ArchTest static final ArchRule testkitHasNoPackageCycle = hasNoPackageCycle(TESTKIT);
  @ArchTest static final ArchRule cdiHasNoPackageCycle = hasNoPackageCycle(CDI);
  @ArchTest static final ArchRule tckHasNoPackageCycle = hasNoPackageCycle(TCK);

  private static ArchRule usesOnly(
      DescribedPredicate<JavaClass> module, DescribedPredicate<JavaClass> allowed) {
    return noClasses()
        .that(module)
        .should()
        .dependOnClassesThat(not(allowed.or(PLATFORM)))
        .allowEmptyShould(true);
  }

  private static ArchRule hasNoPackageCycle(DescribedPredicate<JavaClass> module) {
    return slices()
        .assignedFrom(packagesOf(module))
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true);
  }

  private static SliceAssignment packagesOf(DescribedPredicate<JavaClass> module) {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
        return module.test(javaClass)
            ? SliceIdentifier.of(javaClass.getPackageName())
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages with " + module.getDescription();
      }
    };
  }
}
