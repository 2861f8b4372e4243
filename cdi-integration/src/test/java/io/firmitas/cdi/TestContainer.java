package io.firmitas.cdi;

import io.firmitas.cdi.extension.PolicyExtension;
import io.firmitas.cdi.internal.GuardTable;
import io.firmitas.cdi.internal.PolicyInterceptor;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.jboss.weld.junit5.WeldInitiator;

/** A Weld container with some bean classes and a configuration of its own. */
final class TestContainer implements AutoCloseable {
  private final WeldContainer container;
  private final Config config;
  private final ClassLoader loader;

  private TestContainer(WeldContainer container, Config config, ClassLoader loader) {
    this.container = container;
    this.config = config;
    this.loader = loader;
  }

  <T> T get(Class<T> type, Annotation... qualifiers) {
    return container.select(type, qualifiers).get();
  }

  /**
   * Makes a call as a thread of the application would, with the class loader that the configuration
   * belongs to.
   */
  void asApplication(Runnable call) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(loader);
    try {
      call.run();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  WeldContainer weld() {
    return container;
  }

  @Override
  public void close() {
    container.close();
    ConfigProviderResolver.instance().releaseConfig(config);
  }

  /** The same for tests that let weld-junit start the container. */
  static WeldInitiator initiator(Class<?>... beans) {
    return WeldInitiator.from(
            WeldInitiator.createWeld().addExtension(new PolicyExtension()).addBeanClasses(beans))
        .build();
  }

  static TestContainer of(Class<?>... beans) {
    return with().beans(beans).start();
  }

  static Builder with() {
    return new Builder();
  }

  /** What a container is made of. */
  static final class Builder {
    private final Map<String, String> keys = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<Class<?>> beans = new ArrayList<>();
    private final List<Class<?>> interceptors = new ArrayList<>();
    private final List<String> profiles = new ArrayList<>();
    private boolean extension = true;
    private boolean discovery;

    Builder key(String key, String value) {
      keys.put(key, value);
      return this;
    }

    Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    Builder profile(String name) {
      profiles.add(name);
      return this;
    }

    Builder beans(Class<?>... classes) {
      beans.addAll(List.of(classes));
      return this;
    }

    Builder interceptors(Class<?>... classes) {
      interceptors.addAll(List.of(classes));
      return this;
    }

    /**
     * The interceptor and the table are ordinary beans of the archive; nothing is validated at
     * deployment.
     */
    Builder withoutExtension() {
      extension = false;
      return this;
    }

    /** Bean archives of the class path are scanned, as in an application. */
    Builder withDiscovery() {
      discovery = true;
      return this;
    }

    TestContainer start() {
      ClassLoader before = Thread.currentThread().getContextClassLoader();
      ClassLoader own = new OwnLoader(before, extension);
      Config config = config();
      ConfigProviderResolver.instance().registerConfig(config, own);
      Thread.currentThread().setContextClassLoader(own);
      try {
        return new TestContainer(weld(own).initialize(), config, own);
      } catch (RuntimeException failed) {
        ConfigProviderResolver.instance().releaseConfig(config);
        throw failed;
      } finally {
        Thread.currentThread().setContextClassLoader(before);
      }
    }

    private Weld weld(ClassLoader loader) {
      Weld weld = new Weld("container-" + System.nanoTime());
      weld.setClassLoader(loader);
      if (!discovery) {
        weld.disableDiscovery();
        if (extension) {
          weld.addExtension(new PolicyExtension());
        } else {
          weld.addBeanClasses(PolicyInterceptor.class, GuardTable.class);
        }
      }
      weld.addBeanClasses(beans.toArray(new Class<?>[0]));
      weld.addBeanClasses(interceptors.toArray(new Class<?>[0]));
      return weld;
    }

    private Config config() {
      return new SmallRyeConfigBuilder()
          .addDefaultInterceptors()
          .withProfiles(profiles)
          .withSources(new PropertiesConfigSource(keys, "test.properties", 100))
          .withSources(new EnvConfigSource(environment, 300))
          .build();
    }

    /** Starts and expects the deployment to fail. */
    List<DeploymentProblem> problems() {
      try (TestContainer started = start()) {
        throw new AssertionError("deployed, but should not have been: " + started.weld().getId());
      } catch (RuntimeException failed) {
        return problemsOf(failed);
      }
    }
  }

  static List<DeploymentProblem> problemsOf(Throwable failed) {
    for (Throwable each = failed; each != null; each = each.getCause()) {
      if (each instanceof PolicyDeploymentException found) {
        return found.problems();
      }
      for (Throwable suppressed : each.getSuppressed()) {
        if (suppressed instanceof PolicyDeploymentException found) {
          return found.problems();
        }
      }
    }
    throw new AssertionError("failed for another reason", failed);
  }

  /** A loader of its own, so that the configuration belongs to this container only. */
  private static final class OwnLoader extends ClassLoader {
    private final boolean extension;

    OwnLoader(ClassLoader parent, boolean extension) {
      super(parent);
      this.extension = extension;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      List<URL> found = Collections.list(super.getResources(name));
      if (!extension && name.equals("META-INF/services/jakarta.enterprise.inject.spi.Extension")) {
        found.removeIf(url -> !url.toString().contains(".jar!"));
      }
      return Collections.enumeration(found);
    }
  }
}
