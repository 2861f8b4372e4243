package io.firmitas.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.extension.PolicyExtension;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The quick start: annotate and configure")
class AnnotateQuickStartTest {
  private final ConfigProviderResolver resolver = ConfigProviderResolver.instance();
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private Config config = new SmallRyeConfigBuilder().build();

  @BeforeEach
  void configure() throws IOException {
    config =
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(loader.getResource("quickstart.properties")))
            .build();
    resolver.registerConfig(config, loader);
  }

  @AfterEach
  void release() {
    resolver.releaseConfig(config);
  }

  @Test
  @DisplayName("a bean of type PolicyRuntime gives the policies their time")
  void virtualTime() throws Exception {
    try (WeldContainer container =
        new Weld()
            .disableDiscovery()
            .addExtension(new PolicyExtension())
            .beanClasses(Catalog.class, CatalogClient.class, VirtualTime.class)
            .initialize()) {
      PolicyRuntime runtime = container.select(PolicyRuntime.class).get();
      CatalogClient client = container.select(CatalogClient.class).get();
      client.breakDown();

      String page = container.select(Catalog.class).get().page("front");

      assertThat(page).isEqualTo("a cached front page");
      assertThat(client.calls()).isEqualTo(2);
      assertThat(runtime.nanoTime()).isPositive();
    }
  }

  @Test
  @DisplayName("the bean is guarded as the annotations and the configuration say (Z11)")
  void annotate() throws Exception {
    try (WeldContainer container =
        new Weld()
            .disableDiscovery()
            .addExtension(new PolicyExtension())
            .beanClasses(Catalog.class, CatalogClient.class)
            .initialize()) {
      Catalog catalog = container.select(Catalog.class).get();
      CatalogClient client = container.select(CatalogClient.class).get();

      assertThat(catalog.page("front")).isEqualTo("front page");
      assertThat(catalog.pageAsync("front").toCompletableFuture().get()).isEqualTo("front page");
      client.breakDown();
      assertThat(catalog.page("front")).isEqualTo("a cached front page");
      assertThat(client.calls()).isEqualTo(4);
      assertThatThrownBy(
              () -> catalog.pageAsync("front").toCompletableFuture().get(10, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(IOException.class);
      assertThat(client.calls()).isEqualTo(6);
    }
  }
}
