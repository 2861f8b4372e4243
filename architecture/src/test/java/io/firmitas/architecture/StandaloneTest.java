package io.firmitas.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.architecture.standalone.Standalone;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API and its implementation alone, in a JVM that has nothing else. */
class StandaloneTest {
  private static final String MAIN = Standalone.class.getName();
  private static final String API = pathOf("firmitas-api");
  private static final String IMPL = pathOf("firmitas-impl");

  @TempDir Path program;

  private static String pathOf(String artifact) {
    return PublishedModule.named(artifact).location().toAbsolutePath().toString();
  }

  private static String joined(String... paths) {
    return String.join(File.pathSeparator, paths);
  }

  private void copyProgram() throws IOException {
    String file = MAIN.replace('.', '/') + ".class";
    Path target = program.resolve(file);
    Files.createDirectories(target.getParent());
    try (InputStream bytes = Standalone.class.getResourceAsStream("Standalone.class")) {
      Files.copy(bytes, target);
    }
  }

  private static List<String> run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(text).isZero();
      return text.lines().toList();
    }
  }

  private static void assertGuardedWithoutFrameworks(List<String> lines, String module) {
    assertThat(lines)
        .containsExactly(
            "module " + module,
            "cached after 3 calls, OPEN",
            "jakarta.enterprise.inject.spi.CDI absent",
            "jakarta.interceptor.Interceptor absent",
            "org.eclipse.microprofile.config.Config absent",
            "org.jspecify.annotations.Nullable absent");
  }

  @Test
  @DisplayName("T14 Z6 Z102: on the class path, with no CDI or MicroProfile class beside them")
  void classPath() throws Exception {
    copyProgram();

    assertGuardedWithoutFrameworks(run("-cp", joined(API, IMPL, program.toString()), MAIN), "null");
  }

  @Test
  @DisplayName("T14 Z6 Z102: the same on the module path, the implementation found as a service")
  void modulePath() throws Exception {
    copyProgram();
    Path descriptor = program.resolve("module-info.java");
    Files.writeString(descriptor, "module standalone { requires io.firmitas; }");
    int exitCode =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--release",
                "17",
                "-p",
                API,
                "-d",
                program.toString(),
                descriptor.toString());
    assertThat(exitCode).as("javac").isZero();

    assertGuardedWithoutFrameworks(
        run("-p", joined(API, IMPL, program.toString()), "-m", "standalone/" + MAIN), "standalone");
  }
}
