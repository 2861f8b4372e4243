package io.firmitas.tck.rules.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.tck.harness.Scenario;
import java.io.IOException;
import java.util.List;

/** Sources named after the letters of the alphabet, behind a {@link Network}. */
abstract class SourcesScenario extends Scenario {
  final Network network = new Network(time);
  final IOException down = new IOException("down");

  static SourcesBuilder<String> cdn() {
    return Sources.builder("cdn");
  }

  static SourcesBuilder<String> ab() {
    return cdn().add("a", "a").add("b", "b");
  }

  static SourcesBuilder<String> abc() {
    return ab().add("c", "c");
  }

  /** Makes the same call several times. */
  void repeat(int times, Route route, Sources<String> sources) throws Exception {
    for (int calls = 0; calls < times; calls++) {
      network.call(route, sources);
    }
  }

  AllSourcesFailedException allFailed(Route route, Sources<String> sources) {
    return assertInstanceOf(AllSourcesFailedException.class, network.failure(route, sources));
  }

  void assertAsked(String... sources) {
    assertEquals(List.of(sources), network.asked(), "sources that were called");
  }

  static void assertFailures(Sources<?> sources, Integer... failures) {
    assertEquals(
        List.of(failures),
        sources.status().stream().map(SourceStatus::failures).toList(),
        "failures on record");
  }
}
