package io.firmitas.tck.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.PolicyProvider;
import io.firmitas.tck.monitor.MonitorProvider;
import io.firmitas.tck.monitor.UnboundedProvider;
import io.firmitas.tck.report.ConformanceReporting;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command, run as users run it: in a process of its own. */
class MainTest {
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  @TempDir Path folder;

  private record Ended(int status, String output) {}

  private Ended run(String classPath, String provider, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath, "-Dio.firmitas.provider=" + provider));
    command.add("-D" + ConformanceReporting.MATRIX + "=25");
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(process.waitFor(5, TimeUnit.MINUTES), "the command ends");
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(output));
  }

  @Test
  @DisplayName("a provider that conforms: the report is printed and written, and the status is 0")
  void conforms() throws Exception {
    Path reports = folder.resolve("reports");

    Ended ended = run(CLASS_PATH, MonitorProvider.class.getName(), "--reports", reports.toString());

    assertEquals(0, ended.status(), ended.output());
    assertTrue(
        ended.output().contains("Firmitas conformance of " + MonitorProvider.class.getName()),
        ended.output());
    assertTrue(ended.output().contains("reason: gate() of a circuit breaker"), ended.output());
    String json = Files.readString(reports.resolve("InstalledProviderConformance.json"));
    assertTrue(json.contains("\"not applicable\""), json);
  }

  @Test
  @DisplayName("a provider that fails a rule: the report says which, and the status is 1")
  void fails() throws Exception {
    Path services = Files.createDirectories(folder.resolve("jar/META-INF/services"));
    Files.writeString(
        services.resolve(PolicyProvider.class.getName()), UnboundedProvider.class.getName());

    Ended ended =
        run(
            folder.resolve("jar") + File.pathSeparator + CLASS_PATH,
            UnboundedProvider.class.getName(),
            "--reports",
            folder.resolve("reports").toString());

    assertEquals(1, ended.status(), ended.output());
    assertTrue(ended.output().contains("RT-01 failed: "), ended.output());
  }

  @Test
  @DisplayName("no provider, or an unknown argument: the message says so, and the status is 2")
  void unusable() throws Exception {
    Ended absent = run(CLASS_PATH, "no.such.Provider");
    Ended unknown = run(CLASS_PATH, MonitorProvider.class.getName(), "--colour");

    assertEquals(2, absent.status());
    assertTrue(absent.output().contains("no.such.Provider"), absent.output());
    assertEquals(2, unknown.status());
    assertTrue(unknown.output().startsWith("usage: "), unknown.output());
  }
}
