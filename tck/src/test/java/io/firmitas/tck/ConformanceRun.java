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
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The kit, run on a provider inside this JVM. */
public final class ConformanceRun {
  private static final ThreadLocal<PolicyProvider> UNDER_TEST = new ThreadLocal<>();

  private static final ThreadLocal<Predicate<UniqueId>> CHOICE = new ThreadLocal<>();

  private final Map<String, String> verdicts;

  private ConformanceRun(Map<String, String> verdicts) {
    this.verdicts = verdicts;
  }

  /** Run by this class only. */
  @ExtendWith(Chosen.class)
  static class Tested extends FirmitasConformance {
    @Override
    public PolicyProvider provider() {
      return UNDER_TEST.get();
    }
  }

  /** Leaves out what the choice of the run does not want. */
  static final class Chosen implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return CHOICE.get().test(UniqueId.parse(context.getUniqueId()))
          ? ConditionEvaluationResult.enabled("chosen")
          : ConditionEvaluationResult.disabled("not chosen for this run");
    }
  }

  /** A seventh of the matrix of hostile hooks, so that many providers can be run. */
  private static final String MATRIX_STEP = "7";

  /** Runs the whole kit on this thread. */
  public static ConformanceRun of(PolicyProvider provider) throws IOException {
    return of(provider, id -> true);
  }

  /**
   * Runs a part of the kit on this thread, one test after the other.
   *
   * @param provider the provider
   * @param choice whether to run a test, or what is inside a class or a template of tests; asked
   *     immediately before it runs
   */
  public static ConformanceRun of(PolicyProvider provider, Predicate<UniqueId> choice)
      throws IOException {
    Path folder = Files.createTempDirectory("firmitas-tck");
    Path report = folder.resolve(Tested.class.getSimpleName() + ".json");
    UNDER_TEST.set(provider);
    CHOICE.set(choice);
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
      CHOICE.remove();
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
