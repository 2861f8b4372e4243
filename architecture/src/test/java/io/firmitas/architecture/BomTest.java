package io.firmitas.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The BOM has no parent, so nothing but this keeps it in step with the other poms. */
class BomTest {

  @Test
  void bomHasTheVersionOfTheParent() throws Exception {
    assertThat(Pom.of("bom").value("/project/version"))
        .isEqualTo(Pom.of("").value("/project/version"));
  }

  @Test
  void bomManagesEveryPublishedModule() throws Exception {
    Pom bom = Pom.of("bom");
    for (PublishedModule module : PublishedModule.all()) {
      String path = "count(//dependency[artifactId='" + module.artifact() + "'])";
      assertThat(bom.value(path)).as(module.artifact()).isEqualTo("1");
    }
  }
}
