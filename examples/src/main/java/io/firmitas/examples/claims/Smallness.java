package io.firmitas.examples.claims;

import io.firmitas.Policy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** How little there is to install and to learn. */
final class Smallness {
  private static final String IMPL = "io.firmitas.impl.LockBasedProvider";
  private static final long MOST_BYTES = 500_000;
  private static final int MOST_LINES = 5;

  private Smallness() {}

  static List<Finding> of(Path helloWorld) throws Exception {
    Path api = locationOf(Policy.class);
    Path impl = locationOf(Class.forName(IMPL));
    long bytes = packedBytes(api) + packedBytes(impl);
    long lines = linesOfSnippet(helloWorld);
    List<String> required =
        Stream.of(api, impl).flatMap(Smallness::requiredModules).distinct().sorted().toList();
    return List.of(
        new Finding(
            "Q7",
            "no dependencies",
            "api and impl together require " + String.join(", ", required),
            required.equals(List.of("io.firmitas", "java.base"))),
        new Finding(
            "Q7",
            "small",
            "api and impl are %,d bytes packed".formatted(bytes),
            bytes <= MOST_BYTES),
        new Finding(
            "Q7",
            "learned in a minute",
            lines + " lines for retry, breaker and fallback together",
            lines <= MOST_LINES));
  }

  private static Path locationOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static Stream<String> requiredModules(Path location) {
    return ModuleFinder.of(location).findAll().stream()
        .map(ModuleReference::descriptor)
        .flatMap(descriptor -> descriptor.requires().stream())
        .filter(requires -> !requires.modifiers().contains(Requires.Modifier.STATIC))
        .map(Requires::name);
  }

  /** The size of the jar, or of the one that would be made of a folder of classes. */
  private static long packedBytes(Path location) throws IOException {
    if (Files.isRegularFile(location)) {
      return Files.size(location);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes);
        Stream<Path> files = Files.walk(location)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new ZipEntry(location.relativize(file).toString()));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
    return bytes.size();
  }

  private static long linesOfSnippet(Path source) throws IOException {
    try (Stream<String> lines = Files.lines(source)) {
      return lines
          .dropWhile(line -> !line.contains("// snippet: hello"))
          .skip(1)
          .takeWhile(line -> !line.contains("// end"))
          .count();
    }
  }
}
