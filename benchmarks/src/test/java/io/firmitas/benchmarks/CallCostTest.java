package io.firmitas.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sees a clock reading, a lock or an object that has slipped into a success path; what a path
 * really costs is measured by the benchmarks. Times are compared with those of the floor and of a
 * clock reading in the same JVM, so the speed of the machine does not matter.
 */
@Tag("perf")
@DisplayName("The success path of a guarded call")
class CallCostTest {
  /**
   * How much a path may cost beyond its floor. A lock costs half a clock reading, so that it is
   * seen; what the paths really cost beyond the floor is a tenth.
   */
  private static final double CLOCK_READINGS = 0.3;

  /** A thousandth of a call that takes a millisecond, which is quick for a network. */
  private static final double NEGLIGIBLE_NANOS = 1_000;

  private record Cost(double bytes, double nanos, double floorNanos, double clockNanos) {}

  @ParameterizedTest
  @EnumSource(Guarded.class)
  @DisplayName("T32 T86 Q1: allocates nothing and costs no more than its bricks, next to nothing")
  void staysCheap(Guarded guarded) throws IOException, InterruptedException {
    Cost cost = measure(guarded);
    assertThat(cost.bytes()).as("bytes for each call").isZero();
    assertThat(cost.nanos())
        .as("nanoseconds for each call, %s", cost)
        .isLessThan(cost.floorNanos() + CLOCK_READINGS * cost.clockNanos())
        .isLessThan(NEGLIGIBLE_NANOS);
  }

  private static Cost measure(Guarded guarded) throws IOException, InterruptedException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                classPath,
                CallCost.class.getName(),
                guarded.name())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (InputStream output = process.getInputStream()) {
      String line = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("exit code").isZero();
      double[] numbers =
          Arrays.stream(line.trim().split(" ")).mapToDouble(Double::parseDouble).toArray();
      return new Cost(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
  }
}
