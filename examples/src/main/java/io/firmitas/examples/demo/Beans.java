package io.firmitas.examples.demo;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/** Starts a CDI container with the catalog bean and what it needs. */
final class Beans {
  private Beans() {}

  static WeldContainer start(CdnClient cdn, PageCache cache) {
    return new Weld().addExtension(new Given(cdn, cache)).initialize();
  }

  /** Makes objects that exist already beans. */
  record Given(CdnClient cdn, PageCache cache) implements Extension {
    void add(@Observes AfterBeanDiscovery event) {
      event.addBean().types(CdnClient.class).createWith(context -> cdn);
      event.addBean().types(PageCache.class).createWith(context -> cache);
    }
  }
}
