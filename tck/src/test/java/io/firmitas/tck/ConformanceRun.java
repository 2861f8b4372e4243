package io.firmitas.tck;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.firmitas.PolicyProvider;
import io.firmitas.tck.report.ConformanceReporting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The whole kit, run on a provider inside this JVM. */
public final class ConformanceRun {
  private static final ThreadLocal<PolicyProvider> UNDER_TEST = new ThreadLocal<>();

  private final Map<String, String> verdicts;

  private ConformanceRun(Map<String, String> verdicts) {
    this.verdicts = verdicts;
  }

  /** Run by this class only. */
  static class Tested extends FirmitasConformance {
    @Override
    public PolicyProvider provider() {
      return UNDER_TEST.get();
    }
  }

  /** A seventh of the matrix of hostile hooks, so that many providers can be run. */
  private static final String MATRIX_STEP = "7";

  /** Runs the kit on this thread. */
  public static ConformanceRun of(PolicyProvider provider) throws IOException {
    Path folder = Files.createTempDirectory("firmitas-tck");
    Path report = folder.resolve(Tested.class.getSimpleName() + ".json");
    UNDER_TEST.set(provider);
    System.setProperty(ConformanceReporting.MATRIX, MATRIX_STEP);
    try {
      EngineTestKit.engine("junit-jupiter")
          .configurationParameter(ConformanceReporting.FOLDER, folder.toString())
          .configurationParameter(ConformanceReporting.PRINTED, "false")
          .selectors(DiscoverySelectors.selectClass(Tested.class))
          .execute();
      return new ConformanceRun(verdicts(report));
    } finally {
      UNDER_TEST.remove();
      System.clearProperty(ConformanceReporting.MATRIX);
      Files.deleteIfExists(report);
      Files.delete(folder);
    }
  }

  /** The rules with a verdict, in the order of their ids. */
  public SortedSet<String> rulesThatAre(String verdict) {
    SortedSet<String> rules = new TreeSet<>();
    verdicts.forEach(
        (rule, seen) -> {
          if (seen.equals(verdict)) {
            rules.add(rule);
          }
        });
    return rules;
  }

  /** Each rule's own verdict; that of a test has other fields before it. */
  private static Map<String, String> verdicts(Path report) throws IOException {
    Map<String, String> verdicts = new TreeMap<>();
    try (JsonParser json = new JsonFactory().createParser(report.toFile())) {
      String rule = "";
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          if (json.currentName().equals("id")) {
            rule = json.getText();
          } else if (json.currentName().equals("verdict")) {
            verdicts.putIfAbsent(rule, json.getText());
          }
        }
      }
    }
    return verdicts;
  }
}
