package io.firmitas.tck.console;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.firmitas.PolicyProvider;
import io.firmitas.tck.InstalledProviderConformance;
import io.firmitas.tck.report.ConformanceReporting;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the conformance kit on the provider on the class path: {@code java -cp ...
 * io.firmitas.tck.console.Main [--reports FOLDER]}. Prints the report and writes it as JSON.
 *
 * <p>The exit status is 0 when the provider conforms, 1 when it fails a rule, and 2 when there is
 * nothing to test: no provider, or several of them, or an unknown argument.
 */
public final class Main {
  private static final int CONFORMS = 0;
  private static final int FAILS = 1;
  private static final int UNUSABLE = 2;

  private Main() {}

  /**
   * Runs the kit and exits.
   *
   * @param arguments none, or {@code --reports} and the folder for the JSON file; by default {@code
   *     firmitas-tck}
   */
  public static void main(String... arguments) {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  private static int run(List<String> arguments, PrintStream out, PrintStream err) {
    Path reports = Path.of("firmitas-tck");
    if (arguments.size() == 2 && arguments.get(0).equals("--reports")) {
      reports = Path.of(arguments.get(1));
    } else if (!arguments.isEmpty()) {
      err.println("usage: java -cp ... " + Main.class.getName() + " [--reports FOLDER]");
      return UNUSABLE;
    }
    try {
      PolicyProvider.installed();
    } catch (IllegalStateException noneOrSeveral) {
      err.println(noneOrSeveral.getMessage());
      return UNUSABLE;
    }
    TestExecutionSummary summary = test(reports);
    out.println(
        "Written: "
            + reports.resolve(InstalledProviderConformance.class.getSimpleName() + ".json"));
    return summary.getTestsFoundCount() > 0 && summary.getTotalFailureCount() == 0
        ? CONFORMS
        : FAILS;
  }

  private static TestExecutionSummary test(Path reports) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(InstalledProviderConformance.class))
            .configurationParameter(ConformanceReporting.FOLDER, reports.toString())
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    return listener.getSummary();
  }
}
