package io.firmitas.tck.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Policy;
import io.firmitas.PolicyConfig;
import io.firmitas.PolicyProvider;
import io.firmitas.PolicyRuntime;
import io.firmitas.tck.FirmitasConformance;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class ConformanceReportingTest {
  /** Has nothing at all. */
  static final class EmptyProvider implements PolicyProvider {
    @Override
    public <P extends Policy<?>> P create(PolicyConfig<P> config) {
      throw new UnsupportedOperationException("no policy for " + config.getClass().getName());
    }

    @Override
    public PolicyRuntime systemRuntime() {
      throw new UnsupportedOperationException("no system runtime");
    }

    @Override
    public PolicyRuntime newRuntime() {
      throw new UnsupportedOperationException("no runtime");
    }
  }

  /** Run by the test below only. */
  static class EmptyConformance extends FirmitasConformance {
    @Override
    public PolicyProvider provider() {
      return new EmptyProvider();
    }
  }

  @BeforeEach
  void sampleMatrix() {
    System.setProperty(ConformanceReporting.MATRIX, "25");
  }

  @AfterEach
  void wholeMatrix() {
    System.clearProperty(ConformanceReporting.MATRIX);
  }

  @Test
  @DisplayName("what a provider does not have is reported as not applicable, never as passed")
  void notApplicable(@TempDir Path folder) throws Exception {
    Events tests =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter(ConformanceReporting.FOLDER, folder.toString())
            .selectors(DiscoverySelectors.selectClass(EmptyConformance.class))
            .execute()
            .testEvents();

    String report = Files.readString(folder.resolve("EmptyConformance.json"));
    assertTrue(tests.aborted().count() > 400, "aborted: " + tests.aborted().count());
    assertEquals(0, tests.failed().count(), "failed");
    assertEquals("not applicable", verdictOf("CB-04", report));
    assertEquals("not applicable", verdictOf("AS-05", report));
    assertEquals("passed", verdictOf("PR-03", report));
    assertTrue(report.contains("no policy for io.firmitas.retry.RetryConfig"));
    assertFalse(report.contains("\"not run\""));
  }

  @Test
  @DisplayName("tools that run the kit test by test write no report")
  void noReport() {
    Events tests =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter(ConformanceReporting.FOLDER, "none")
            .configurationParameter(ConformanceReporting.PRINTED, "false")
            .selectors(DiscoverySelectors.selectClass(EmptyConformance.class))
            .execute()
            .testEvents();

    assertTrue(tests.aborted().count() > 400, "aborted: " + tests.aborted().count());
    assertFalse(Files.exists(Path.of("none")));
  }

  private static String verdictOf(String rule, String json) {
    String fromRule = json.substring(json.indexOf("\"" + rule + "\""));
    return fromRule.replaceFirst("(?s).*?\"verdict\" : \"([^\"]+)\".*", "$1");
  }
}
