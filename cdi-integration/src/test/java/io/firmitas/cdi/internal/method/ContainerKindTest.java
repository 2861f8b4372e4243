package io.firmitas.cdi.internal.method;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ContainerKindTest {
  @Test
  @DisplayName("CDI-17: a container is known by the class of its bean container")
  void names() {
    assertThat(ContainerKind.named("org.jboss.weld.manager.BeanManagerImpl"))
        .isEqualTo(ContainerKind.WELD);
    assertThat(ContainerKind.named("org.apache.webbeans.container.BeanManagerImpl"))
        .isEqualTo(ContainerKind.OPEN_WEB_BEANS);
    assertThat(ContainerKind.named("io.quarkus.arc.impl.BeanManagerImpl"))
        .isEqualTo(ContainerKind.ARC);
    assertThat(ContainerKind.named("com.acme.Container")).isEqualTo(ContainerKind.OTHER);
  }
}
