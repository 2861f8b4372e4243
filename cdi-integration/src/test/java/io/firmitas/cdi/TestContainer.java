package io.firmitas.cdi;

import io.firmitas.cdi.extension.BuildCompatiblePolicyExtension;
import io.firmitas.cdi.extension.PolicyExtension;
import io.firmitas.cdi.internal.GuardTable;
import io.firmitas.cdi.internal.PolicyInterceptor;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;

/**
 * A container with some bean classes and a configuration of its own, whichever container is on the
 * class path.
 */
final class TestContainer implements AutoCloseable {
  /** The system property that says which container is on the class path. */
  static final String PRODUCT = "cdi.container";

  private final SeContainer container;
  private final Config config;
  private final ClassLoader loader;

  private TestContainer(SeContainer container, Config config, ClassLoader loader) {
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

  @Override
  public void close() {
    // OpenWebBeans lets go of the container that belongs to the class loader of the thread.
    asApplication(container::close);
    ConfigProviderResolver.instance().releaseConfig(config);
  }

  static TestContainer of(Class<?>... beans) {
    return with().beans(beans).start();
  }

  static Builder with() {
    return new Builder();
  }

  /** How the interceptor comes into the container. */
  enum Setup {
    /** As an ordinary bean of a bean archive. */
    NO_EXTENSION,
    /** Through {@link PolicyExtension}. */
    PORTABLE_EXTENSION,
    /** Through {@link BuildCompatiblePolicyExtension}; OpenWebBeans takes none of the kind. */
    BUILD_COMPATIBLE_EXTENSION;

    /** Those with an extension that the container of this run can do. */
    static Stream<Setup> withExtension() {
      return possible().filter(setup -> setup != NO_EXTENSION);
    }

    /** What the container of this run can do. */
    static Stream<Setup> possible() {
      return Arrays.stream(values())
          .filter(setup -> setup != BUILD_COMPATIBLE_EXTENSION || !isOpenWebBeans());
    }
  }

  /** Which container is on the class path. */
  enum Product {
    WELD_5,
    WELD_6,
    OPEN_WEB_BEANS
  }

  /** The container of this run of the tests, as the build says. */
  static Product product() {
    return switch (System.getProperty(PRODUCT, "weld5")) {
      case "weld5" -> Product.WELD_5;
      case "weld6" -> Product.WELD_6;
      case "openwebbeans" -> Product.OPEN_WEB_BEANS;
      default -> throw new IllegalStateException("unknown container");
    };
  }

  /** Whether the container of this run is OpenWebBeans, which does some things in its own way. */
  static boolean isOpenWebBeans() {
    return product() == Product.OPEN_WEB_BEANS;
  }

  /** What a container is made of. */
  static final class Builder {
    private final Map<String, String> keys = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<Class<?>> beans = new ArrayList<>();
    private final List<Class<?>> interceptors = new ArrayList<>();
    private final List<String> profiles = new ArrayList<>();
    private Setup setup = Setup.PORTABLE_EXTENSION;
    private boolean discovery;
    private boolean lite;
    private final List<Extension> more = new ArrayList<>();

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
      return setup(Setup.NO_EXTENSION);
    }

    Builder setup(Setup chosen) {
      setup = chosen;
      return this;
    }

    /** An extension of the application. */
    Builder extension(Extension extension) {
      more.add(extension);
      return this;
    }

    /** The build compatible extension as well, as where a container runs both kinds. */
    Builder withLiteExtension() {
      lite = true;
      return this;
    }

    /** Bean archives of the class path are scanned, as in an application. */
    Builder withDiscovery() {
      discovery = true;
      return this;
    }

    TestContainer start() {
      ClassLoader before = Thread.currentThread().getContextClassLoader();
      ClassLoader own = new OwnLoader(before, setup);
      Config config = config();
      ConfigProviderResolver.instance().registerConfig(config, own);
      Thread.currentThread().setContextClassLoader(own);
      try {
        return new TestContainer(initializer(own).initialize(), config, own);
      } catch (RuntimeException failed) {
        ConfigProviderResolver.instance().releaseConfig(config);
        throw failed;
      } finally {
        Thread.currentThread().setContextClassLoader(before);
      }
    }

    private SeContainerInitializer initializer(ClassLoader loader) {
      SeContainerInitializer initializer = SeContainerInitializer.newInstance();
      initializer.setClassLoader(loader);
      if (discovery) {
        // OpenWebBeans would also take the directory of the tests, which has no beans.xml.
        initializer.addProperty("org.apache.webbeans.scanBeansXmlOnly", "true");
      } else {
        initializer.disableDiscovery();
        if (setup == Setup.PORTABLE_EXTENSION) {
          initializer.addExtensions(new PolicyExtension());
        } else {
          initializer.addBeanClasses(PolicyInterceptor.class, GuardTable.class);
        }
      }
      if (lite || setup == Setup.BUILD_COMPATIBLE_EXTENSION) {
        initializer.addExtensions(LiteExtensions.translator(loader));
      }
      initializer.addExtensions(more.toArray(new Extension[0]));
      initializer.addBeanClasses(beans.toArray(new Class<?>[0]));
      initializer.addBeanClasses(interceptors.toArray(new Class<?>[0]));
      return initializer;
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
      TestContainer started;
      try {
        started = start();
      } catch (RuntimeException failed) {
        return problemsOf(failed);
      }
      started.close();
      throw new AssertionError("deployed, but should not have been: " + beans);
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
    private final Setup setup;

    OwnLoader(ClassLoader parent, Setup setup) {
      super(parent);
      this.setup = setup;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      List<URL> found = Collections.list(super.getResources(name));
      if (setup != Setup.PORTABLE_EXTENSION
          && name.equals("META-INF/services/jakarta.enterprise.inject.spi.Extension")) {
        found.removeIf(url -> !url.toString().contains(".jar!"));
      }
      return Collections.enumeration(found);
    }
  }
}
