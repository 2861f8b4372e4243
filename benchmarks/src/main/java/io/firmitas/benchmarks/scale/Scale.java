package io.firmitas.benchmarks.scale;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Measures what many things cost, each in a JVM of its own. */
public final class Scale {
  private static final String NUMBER = "100000";

  private Scale() {}

  /**
   * Measures everything.
   *
   * @return the Markdown tables
   * @throws IOException when a JVM cannot be started
   * @throws InterruptedException when interrupted while waiting for one
   */
  public static String measureAll() throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    text.append("# Scale, JDK ").append(Runtime.version()).append("\n\n");
    text.append("| what | number | bytes each | bytes left each |\n|---|---:|---:|---:|\n");
    List<String> names =
        Stream.of(Many.breakers(), Many.retries(), Many.timeouts())
            .flatMap(things -> things.keySet().stream())
            .toList();
    for (String name : names) {
      text.append(run(Growth.class, name, NUMBER));
    }
    text.append(
        "\n| timers pending | Firmitas, ns to schedule and cancel | java.util.concurrent |\n");
    text.append("|---:|---:|---:|\n").append(run(Timers.class));
    text.append(
        "\n| names | registry, ns to find a breaker | keyed, ns to find and call |"
            + " Resilience4j, ns to find |\n");
    text.append("|---:|---:|---:|---:|\n").append(run(Lookups.class));
    System.out.println(text);
    return text.toString();
  }

  private static String run(Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms1500m",
                "-Xmx1500m",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (InputStream output = process.getInputStream()) {
      String lines = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException(command + " failed");
      }
      return lines;
    }
  }
}
