package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Class files that the search for self-invocations cannot read. */
class UnreadableClassesTest {

  /** Starts a container in whatever loader has this class, and tells the warnings. */
  public static class Start implements Callable<List<String>> {
    @Override
    public List<String> call() {
      try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
        TestContainer.with().withoutExtension().beans(LoadedApplication.class).start().close();
        return log.texts("WARNING");
      }
    }
  }

  /** Defines some classes anew, and has other code than theirs as their class files. */
  private static final class Loader extends ClassLoader {
    private final Predicate<String> own;
    private final Predicate<String> missing;
    private final byte @Nullable [] file;

    Loader(Predicate<String> own, Predicate<String> missing, byte @Nullable [] file) {
      super(Loader.class.getClassLoader());
      this.own = own;
      this.missing = missing;
      this.file = file;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (missing.test(name)) {
        throw new ClassNotFoundException(name);
      }
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      return own.test(name) ? define(name) : super.loadClass(name, resolve);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream stream = super.getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (stream == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] code = stream.readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      if (!name.endsWith("/LoadedApplication.class")) {
        return super.getResourceAsStream(name);
      }
      return file == null ? null : new ByteArrayInputStream(file);
    }
  }

  private static <T> T inLoader(ClassLoader loader, Callable<T> use) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return use.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static List<String> debugOf(TestContainer.Setup setup, byte @Nullable [] file)
      throws Exception {
    String name = LoadedApplication.class.getName();
    Loader loader = new Loader(name::equals, each -> false, file);
    Class<?> type = loader.loadClass(name);
    try (LogRecorder log = LogRecorder.of("io.firmitas.cdi")) {
      inLoader(
          loader,
          () -> {
            try (TestContainer container = TestContainer.with().setup(setup).beans(type).start()) {
              assertThat(((Callable<?>) container.get(type)).call()).isEqualTo("down");
            }
            return "";
          });
      assertThat(log.texts("WARNING")).isEmpty();
      return log.texts("FINE");
    }
  }

  @ParameterizedTest
  @MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
  @DisplayName("CDI-17: a class without a readable class file deploys; DEBUG tells of it")
  void noFile(TestContainer.Setup setup) throws Exception {
    String noLook = "no look for calls of io.firmitas.cdi.LoadedApplication";
    assertThat(String.join("\n", debugOf(setup, null)))
        .contains(noLook)
        .contains("it has no class file");
    assertThat(String.join("\n", debugOf(setup, new byte[] {1, 2, 3}))).contains(noLook);
    byte[] other = Start.class.getResourceAsStream("VirtualTime.class").readAllBytes();
    assertThat(String.join("\n", debugOf(setup, other)))
        .contains(noLook)
        .contains("its class file has another class");
    byte[] future = Start.class.getResourceAsStream("VirtualTime.class").readAllBytes();
    future[7] = 120;
    assertThat(String.join("\n", debugOf(setup, future))).contains(noLook).contains("120");
  }

  @Test
  @DisplayName("CDI-17: without ASM, or with one that does not fit, a warning tells so")
  void noLibrary() throws Exception {
    Loader loader =
        new Loader(
            name -> name.startsWith("io.firmitas.cdi."),
            name -> name.startsWith("org.objectweb.asm."),
            null);
    Callable<?> start =
        (Callable<?>) loader.loadClass(Start.class.getName()).getConstructor().newInstance();
    assertThat(inLoader(loader, start).toString())
        .contains("calls of beans on themselves: cannot be looked for")
        .contains("put org.ow2.asm:asm, asm-tree and asm-analysis of one version");
  }
}
