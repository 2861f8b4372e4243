package io.firmitas.tck.report;

import io.firmitas.tck.harness.ConformanceClass;
import io.firmitas.tck.harness.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.opentest4j.AssertionFailedError;

/** Watches the tests of one conformance class, then prints the report and writes it to a file. */
public final class ConformanceReporting
    implements BeforeAllCallback, BeforeEachCallback, TestWatcher, AfterAllCallback {
  /**
   * The folder for report files, {@code target/firmitas-tck} by default, or {@code none}: write no
   * file; a configuration parameter of JUnit, or a system property.
   */
  public static final String FOLDER = "io.firmitas.tck.reports";

  /**
   * Whether the report is printed, {@code true} by default; a configuration parameter of JUnit, or
   * a system property.
   */
  public static final String PRINTED = "io.firmitas.tck.printed";

  /**
   * A system property: of the matrix of hooks that misbehave (rules UC-01 to UC-05) only every n-th
   * test is run; 1 by default, which is all.
   */
  public static final String MATRIX = "io.firmitas.tck.matrix";

  private static final String NO_FOLDER = "none";

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ConformanceReporting.class);

  /** Makes the extension; JUnit does. */
  public ConformanceReporting() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isOutermost(context)) {
      context.getStore(NAMESPACE).put(Collected.class, new Collected());
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    ConformanceClass conformance =
        context.getRequiredTestInstances().findInstance(ConformanceClass.class).orElseThrow();
    collected(context).provider = conformance.provider().getClass().getName();
  }

  @Override
  public void testSuccessful(ExtensionContext context) {
    add(context, Verdict.PASSED, "", "");
  }

  @Override
  public void testAborted(ExtensionContext context, Throwable cause) {
    add(context, Verdict.NOT_APPLICABLE, "", String.valueOf(cause.getMessage()));
  }

  @Override
  public void testDisabled(ExtensionContext context, Optional<String> reason) {
    add(context, Verdict.NOT_APPLICABLE, "", reason.orElse("disabled"));
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    if (cause instanceof AssertionFailedError comparison
        && comparison.isExpectedDefined()
        && comparison.isActualDefined()) {
      add(
          context,
          Verdict.FAILED,
          comparison.getExpected().getStringRepresentation(),
          comparison.getActual().getStringRepresentation() + " (" + comparison.getMessage() + ")");
    } else {
      add(context, Verdict.FAILED, "", cause.toString());
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (!isOutermost(context)) {
      return;
    }
    boolean printed =
        context.getConfigurationParameter(PRINTED).map(Boolean::parseBoolean).orElse(true);
    String folder = context.getConfigurationParameter(FOLDER).orElse("target/firmitas-tck");
    boolean written = !folder.equals(NO_FOLDER);
    if (!printed && !written) {
      return;
    }
    Collected collected = collected(context);
    ConformanceReport report = new ConformanceReport(collected.provider, Specification.current());
    collected.results.forEach(report::add);
    if (printed) {
      System.out.println(ReportWriter.text(report));
    }
    if (written) {
      String file = context.getRequiredTestClass().getSimpleName() + ".json";
      try {
        ReportWriter.writeJson(report, Path.of(folder).resolve(file));
      } catch (IOException unwritable) {
        throw new UncheckedIOException(unwritable);
      }
    }
  }

  private static boolean isOutermost(ExtensionContext context) {
    return ConformanceClass.class.isAssignableFrom(context.getRequiredTestClass());
  }

  private static void add(ExtensionContext context, Verdict verdict, String expected, String seen) {
    Method method = context.getRequiredTestMethod();
    Rule rule = method.getAnnotation(Rule.class);
    List<String> ids = rule == null ? List.of() : List.of(rule.value());
    collected(context)
        .results
        .add(new TestResult(ids, displayName(context), verdict, expected, seen));
  }

  /**
   * The name of one run of a test in both forms says the form only; the name of the test is that of
   * its parent.
   */
  private static String displayName(ExtensionContext context) {
    String name = context.getDisplayName();
    String parent =
        context
            .getParent()
            .filter(test -> test.getTestMethod().isPresent())
            .map(ExtensionContext::getDisplayName)
            .orElse("");
    return parent.isEmpty() ? name : parent + " [" + name + "]";
  }

  private static Collected collected(ExtensionContext context) {
    Collected collected = context.getStore(NAMESPACE).get(Collected.class, Collected.class);
    if (collected == null) {
      throw new IllegalStateException(
          ConformanceReporting.class.getName() + " works on FirmitasConformance only");
    }
    return collected;
  }

  private static final class Collected {
    private volatile String provider = "no provider";
    private final List<TestResult> results = new CopyOnWriteArrayList<>();
  }
}
