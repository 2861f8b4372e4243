package io.firmitas.cdi.internal;

import io.firmitas.cdi.DeploymentProblem;
import io.firmitas.cdi.internal.assembly.Deployment;
import io.firmitas.cdi.internal.config.Configuration;
import io.firmitas.cdi.internal.config.GeneralKey;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** What a deployment writes to the log: its warnings, and what it guards. */
final class StartLog {
  private static final System.Logger LOG = System.getLogger("io.firmitas.cdi");

  private final Deployment deployment;

  StartLog(Deployment deployment) {
    this.deployment = deployment;
  }

  /** Writes as much as {@code firmitas.report} asks for; another value of it is a problem. */
  void write(Config config) {
    warn(deployment.problems().warnings());
    new Configuration(config)
        .find(GeneralKey.REPORT.key())
        .ifPresentOrElse(
            found -> {
              switch (found.text().trim()) {
                case "off" -> {}
                case "summary" -> summary();
                case "debug" -> {
                  summary();
                  LOG.log(Level.INFO, deployment.report().toString());
                }
                default ->
                    deployment
                        .problems()
                        .add(
                            found.describe(),
                            "is neither off nor summary nor debug",
                            "write off, summary or debug");
              }
            },
            this::summary);
  }

  /** Writes warnings. */
  static void warn(List<DeploymentProblem> warnings) {
    warnings.forEach(each -> LOG.log(Level.WARNING, each.toString()));
  }

  private void summary() {
    if (!deployment.counts().isEmpty()) {
      List<String> counts = new ArrayList<>();
      deployment.counts().forEach((kind, count) -> counts.add(count + " " + kind));
      LOG.log(Level.INFO, "Firmitas guards beans with " + String.join(", ", counts));
    }
  }
}
