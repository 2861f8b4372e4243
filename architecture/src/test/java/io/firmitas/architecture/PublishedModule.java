package io.firmitas.architecture;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.LocationProvider;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module that we publish, as this build made it: its jar, or its class directory when Maven was
 * not asked to package.
 */
record PublishedModule(String artifact, Path location, ModuleReference reference) {

  private static final Map<String, String> ARTIFACTS =
      Map.of(
          "io.firmitas", "firmitas-api",
          "io.firmitas.impl", "firmitas-impl",
          "io.firmitas.testkit", "firmitas-testkit",
          "io.firmitas.cdi", "firmitas-cdi",
          "io.firmitas.tck", "firmitas-tck");

  static List<PublishedModule> all() {
    List<PublishedModule> found =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(PublishedModule::hasDescriptor)
            .flatMap(path -> ModuleFinder.of(path).findAll().stream().map(each -> of(path, each)))
            .filter(module -> ARTIFACTS.containsValue(module.artifact()))
            .toList();
    if (found.size() != ARTIFACTS.size()) {
      throw new IllegalStateException("Expected " + ARTIFACTS.values() + " but found " + found);
    }
    return found;
  }

  static PublishedModule named(String artifact) {
    return all().stream()
        .filter(each -> each.artifact().equals(artifact))
        .findFirst()
        .orElseThrow();
  }

  private static PublishedModule of(Path path, ModuleReference reference) {
    String name = reference.descriptor().name();
    return new PublishedModule(ARTIFACTS.getOrDefault(name, name), path, reference);
  }

  private static boolean hasDescriptor(Path path) {
    if (Files.isDirectory(path)) {
      return Files.exists(path.resolve("module-info.class"));
    }
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      return jar.getEntry("module-info.class") != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ModuleDescriptor descriptor() {
    return reference.descriptor();
  }

  /** The binary names of all classes, sorted; descriptors of modules and packages left out. */
  List<String> classNames() {
    try (ModuleReader reader = reference.open();
        Stream<String> resources = reader.list()) {
      return resources
          .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .sorted()
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] classFile(String className) {
    String resource = className.replace('.', '/') + ".class";
    try (ModuleReader reader = reference.open()) {
      Optional<InputStream> stream = reader.open(resource);
      try (InputStream bytes = stream.orElseThrow()) {
        return bytes.readAllBytes();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** ArchUnit takes the path of a jar for a class file, and then finds nothing in it. */
  private Location archUnitLocation() {
    if (Files.isDirectory(location)) {
      return Location.of(location);
    }
    try (JarFile jar = new JarFile(location.toFile())) {
      return Location.of(jar);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return artifact + " at " + location;
  }

  /** Gives ArchUnit exactly the published modules: no tests, examples or third parties. */
  static final class Locations implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> testClass) {
      return all().stream().map(PublishedModule::archUnitLocation).collect(Collectors.toSet());
    }
  }
}
