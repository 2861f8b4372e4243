package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.cdi.CurrentSource;
import io.firmitas.cdi.FromSources;
import io.firmitas.cdi.SourceLists;
import io.firmitas.cdi.Timeout;
import io.firmitas.cdi.extension.PolicyExtension;
import io.firmitas.event.CircuitState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The guide to sources of annotated beans")
class CdiSourcesGuideTest {
  // snippet: cdi-sources
  @ApplicationScoped
  static class Articles {
    @Inject Client client;

    @FromSources(
        value = {"near=https://near.example/", "far=https://far.example/"},
        fatal = FileNotFoundException.class)
    @Timeout("2s")
    public String find(@CurrentSource URI base, String id) throws IOException {
      return client.get(base.resolve(id));
    }
  }

  @ApplicationScoped
  static class Shop {
    @Inject Articles articles;

    public String show(String id) throws IOException {
      return articles.find(null, id);
    }
  }

  // end

  @ApplicationScoped
  static class Client {
    private final List<URI> asked = new CopyOnWriteArrayList<>();

    String get(URI address) throws IOException {
      asked.add(address);
      if (address.getHost().startsWith("near")) {
        throw new IOException("no answer from " + address.getHost());
      }
      return "article from " + address.getHost();
    }

    List<URI> asked() {
      return asked;
    }
  }

  @AfterEach
  void releaseConfig() {
    ConfigProviderResolver resolver = ConfigProviderResolver.instance();
    resolver.releaseConfig(resolver.getConfig());
  }

  @Test
  @DisplayName("CDI-80, CDI-81: a source that fails is left, and switched off in the end")
  void nextSource() throws IOException {
    try (WeldContainer container =
        new Weld()
            .disableDiscovery()
            .addExtension(new PolicyExtension())
            .beanClasses(Articles.class, Shop.class, Client.class)
            .initialize()) {
      Shop shop = container.select(Shop.class).get();
      for (int call = 0; call < 4; call++) {
        assertThat(shop.show("1")).isEqualTo("article from far.example");
      }
      assertThat(container.select(Client.class).get().asked())
          .filteredOn(URI.create("https://near.example/1")::equals)
          .hasSize(3);
      SourceLists lists = container.select(SourceLists.class).get();
      assertThat(lists.get(Articles.class.getName() + "/find").status().get(0).state())
          .isEqualTo(CircuitState.OPEN);
    }
  }
}
