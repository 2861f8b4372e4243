package io.firmitas.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What users need to have. */
class RequirementsTest {
  private static final int JAVA_17 = 61;
  private static final int MAJOR_VERSION = 6;

  @Test
  @DisplayName("Z2: api brings nothing with it, impl nothing but api, neither by pom nor by module")
  void dependencies() throws Exception {
    assertThat(Pom.of("api").runtimeDependencies()).isEmpty();
    assertThat(Pom.of("impl").runtimeDependencies()).containsExactly("firmitas-api");

    assertThat(PublishedModule.named("firmitas-api").descriptor().requires())
        .filteredOn(each -> !each.modifiers().contains(Modifier.STATIC))
        .extracting(Requires::name)
        .containsExactly("java.base");
    assertThat(PublishedModule.named("firmitas-impl").descriptor().requires())
        .filteredOn(each -> !each.modifiers().contains(Modifier.STATIC))
        .extracting(Requires::name)
        .containsExactlyInAnyOrder("java.base", "io.firmitas");
  }

  @Test
  @DisplayName("Z7: Java 17 is what the README asks for, the build enforces, and every class needs")
  void java17() throws Exception {
    assertThat(Files.readString(Pom.ROOT.resolve("README.md"))).contains("Java 17 or newer");
    assertThat(Pom.of("").value("/project/properties/maven.compiler.release")).isEqualTo("17");
    assertThat(Pom.of("").value("//requireJavaVersion/version")).isEqualTo("[17,)");
    for (PublishedModule module : PublishedModule.all()) {
      for (String name : module.classNames()) {
        short major = ByteBuffer.wrap(module.classFile(name)).getShort(MAJOR_VERSION);
        assertThat(major).as(name).isEqualTo((short) JAVA_17);
      }
    }
  }
}
