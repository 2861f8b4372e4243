package io.firmitas.examples.demo;

import io.firmitas.PolicyRuntime;
import io.firmitas.examples.demo.Chronicle.Outcome;
import io.firmitas.examples.demo.Chronicle.Served;
import java.time.Duration;

/** Somebody who wants pages: calls the catalog and notes what comes back. */
final class Caller {
  private final Catalog catalog;
  private final Chronicle chronicle;
  private final Timeline timeline;

  Caller(Catalog catalog, Chronicle chronicle, Timeline timeline) {
    this.catalog = catalog;
    this.chronicle = chronicle;
    this.timeline = timeline;
  }

  Outcome call(Source source) {
    Duration start = chronicle.now();
    String failure = "";
    Outcome outcome;
    try {
      outcome = catalog.page(source, source.frontPage()).fresh() ? Outcome.FRESH : Outcome.FALLBACK;
    } catch (Exception thrown) {
      outcome = Outcome.FAILED;
      failure = Text.of(thrown);
    }
    Served served = new Served(outcome, chronicle.now().minus(start));
    chronicle.add(source, served);
    timeline.served(source, served, failure);
    return outcome;
  }

  /** Calls until the page is fresh, or the time is over. */
  boolean callUntilFresh(Source source, Duration limit, Duration pause) {
    Duration end = chronicle.now().plus(limit);
    while (call(source) != Outcome.FRESH) {
      if (chronicle.now().compareTo(end) > 0) {
        return false;
      }
      pause(pause);
    }
    return true;
  }

  void pause(Duration time) {
    try {
      PolicyRuntime.system().sleep(time.toNanos());
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("the demo was interrupted", interrupted);
    }
  }
}
