package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** After an application has been taken down, nothing of ours may hold its classes. */
@Tag("realtime")
class ClassLoaderLeakTest {
  /** Defines the class of the application itself, as a server does. */
  private static final class ApplicationLoader extends ClassLoader {
    ApplicationLoader(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(LoadedApplication.class.getName())) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) {
      try (InputStream stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = stream.readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException unreadable) {
        throw new java.io.UncheckedIOException(unreadable);
      }
    }
  }

  private static WeakReference<ClassLoader> deployCallAndClose(
      TestContainer.Setup setup, ReferenceQueue<ClassLoader> queue) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ClassLoader loader = new ApplicationLoader(before);
    thread.setContextClassLoader(loader);
    try {
      Class<?> type = loader.loadClass(LoadedApplication.class.getName());
      assertThat(type).isNotEqualTo(LoadedApplication.class);
      try (TestContainer container = TestContainer.with().setup(setup).beans(type).start()) {
        Object bean = container.get(type);
        assertThat(((Callable<?>) bean).call()).isEqualTo("down");
        assertThat((CompletableFuture<?>) type.getMethod("waiting").invoke(bean)).isNotDone();
      }
    } finally {
      thread.setContextClassLoader(before);
    }
    return new WeakReference<>(loader, queue);
  }

  /**
   * Weld's translator keeps the class loader for a build compatible extension that does nothing.
   */
  @ParameterizedTest
  @EnumSource(
      value = TestContainer.Setup.class,
      names = {"NO_EXTENSION", "PORTABLE_EXTENSION"})
  @DisplayName("CDI-04: after shutdown the class loader of the application can go")
  void classLoader(TestContainer.Setup setup) throws Exception {
    // Weld's shutdown hook keeps the class loader of the first container of the JVM.
    TestContainer.with().setup(setup).start().close();
    ReferenceQueue<ClassLoader> queue = new ReferenceQueue<>();
    WeakReference<ClassLoader> loader = deployCallAndClose(setup, queue);
    // The last threads of the runtime need a moment to end.
    for (int round = 0; round < 50 && !loader.refersTo(null); round++) {
      System.gc();
      queue.remove(100);
    }
    assertThat(loader.refersTo(null)).isTrue();
  }
}
