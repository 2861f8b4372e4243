package io.firmitas.examples.demo;

import io.firmitas.PolicyRuntime;
import io.firmitas.cdi.PolicyReport;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import org.jboss.weld.environment.se.WeldContainer;

/**
 * A day of three sources, told twice: with an annotated CDI bean and with policies composed in
 * code. Ends with status 0 only if the policies kept all their promises.
 */
public final class Demo {
  private final PrintStream out;
  private boolean allKept = true;

  private Demo(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs the demo.
   *
   * @param arguments none
   * @throws Exception when the demo itself is broken
   */
  public static void main(String[] arguments) throws Exception {
    QuietLogs.onlyErrors();
    System.exit(new Demo(System.out).run() ? 0 : 1);
  }

  private boolean run() throws Exception {
    long start = PolicyRuntime.system().nanoTime();
    try (Origin origin = new Origin()) {
      annotated(origin);
      composed(origin);
    }
    Duration took = Duration.ofNanos(PolicyRuntime.system().nanoTime() - start);
    out.printf(
        "%s in %s%n", allKept ? "All promises were kept" : "PROMISES WERE BROKEN", Text.of(took));
    return allKept;
  }

  private void annotated(Origin origin) throws Exception {
    out.println("PART 1: an annotated CDI bean, META-INF/microprofile-config.properties");
    PageCache cache = new PageCache();
    CdnClient cdn = new CdnClient(origin.address(), cache);
    Watch watch = new Watch();
    try (WeldContainer container = Beans.start(cdn, cache, watch)) {
      CatalogBean bean = container.select(CatalogBean.class).get();
      PolicyReport report = container.select(PolicyReport.class).get();
      play(origin, cdn, new AnnotatedCatalog(bean, report), watch);
    }
  }

  private void composed(Origin origin) throws Exception {
    out.println("PART 2: the same policies composed in code");
    PageCache cache = new PageCache();
    CdnClient cdn = new CdnClient(origin.address(), cache);
    Watch watch = new Watch();
    ComposedCatalog catalog = new ComposedCatalog(cdn, cache, watch);
    out.println("  " + catalog.describe(Source.NORTH));
    play(origin, cdn, catalog, watch);
  }

  private void play(Origin origin, CdnClient cdn, Catalog catalog, Watch watch)
      throws IOException, InterruptedException {
    for (Source source : Source.values()) {
      out.println("  " + source.text() + ": " + catalog.terms(source).describe());
      // The first request of a JVM loads classes; no promise is about that.
      cdn.get(source.frontPage());
    }
    out.println();
    Chronicle chronicle = new Chronicle();
    origin.watch(chronicle::add);
    Timeline timeline = new Timeline(out, chronicle);
    watch.passTo(
        event -> {
          chronicle.onEvent(event);
          timeline.onEvent(event);
        });
    Checks checks = new Checks();
    Caller caller = new Caller(catalog, chronicle, timeline);
    Duration recovered =
        new Day(origin, chronicle, timeline, caller, catalog::terms, checks).play();
    out.println();
    new Summary(chronicle, recovered).print(out);
    out.println();
    checks.print(out);
    out.println();
    allKept &= checks.allKept();
  }
}
