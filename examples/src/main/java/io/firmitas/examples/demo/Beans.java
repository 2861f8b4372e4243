package io.firmitas.examples.demo;

import io.firmitas.event.PolicyListener;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/** Starts a CDI container with the catalog bean and what it needs. */
final class Beans {
  private Beans() {}

  static WeldContainer start(CdnClient cdn, PageCache cache, PolicyListener listener) {
    return new Weld().addExtension(new Given(cdn, cache, listener)).initialize();
  }

  /** Makes objects that exist already beans. A listener that is a bean gets all events. */
  record Given(CdnClient cdn, PageCache cache, PolicyListener listener) implements Extension {
    void add(@Observes AfterBeanDiscovery event) {
      event.addBean().types(CdnClient.class).createWith(context -> cdn);
      event.addBean().types(PageCache.class).createWith(context -> cache);
      event.addBean().types(PolicyListener.class).createWith(context -> listener);
    }
  }
}
