package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.event.PolicyListener;
import io.firmitas.examples.recipes.HttpFailures.InvalidDataException;
import io.firmitas.examples.recipes.HttpFailures.NetworkException;
import io.firmitas.examples.recipes.HttpFailures.NotFoundException;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: several sources")
@ExtendWith(FirmitasExtension.class)
class SourcesRecipeTest {
  private static final String FIRST = "https://a.example/repo/gp/r.json";
  private static final String SECOND = "https://b.example/repo/gp/r.json";

  private final List<String> hits = new ArrayList<>();
  private final Map<String, Integer> statuses = new HashMap<>();

  private static Sources<URI> cdns(VirtualRuntime runtime) {
    // snippet: recipe-sources
    return Sources.<URI>builder("cdns")
        .add("first", URI.create("https://a.example/repo/"), 1)
        .add("second", URI.create("https://b.example/repo"), 2)
        .add("plain", URI.create("http://c.example"), 3)
        .add("raw", URI.create("https://raw.githubusercontent.com/repo"), 4)
        .failureThreshold(3)
        .openTime(Duration.ofMinutes(1))
        .fatal(NotFoundException.class, InvalidDataException.class)
        .skip(base -> !base.getScheme().equals("https") || base.getHost().startsWith("raw."))
        .listener(PolicyListener.logging())
        .runtime(runtime)
        .build();
    // end
  }

  // snippet: recipe-sources-address
  static URI address(URI base, String path, boolean minified) {
    String root = base.toString().replaceFirst("/+$", "");
    String file = minified ? path.replaceFirst("\\.json$", ".min.json") : path;
    return URI.create(root + "/" + file);
  }

  // end

  private String load(Sources<URI> cdns) throws Exception {
    // snippet: recipe-sources-call
    return cdns.call((base, context) -> get(address(base, "gp/r.json", false)));
    // end
  }

  private String load(Sources<URI> cdns, Config config) throws Exception {
    // snippet: recipe-sources-minified
    boolean minified = config.getOptionalValue("pages.minified", Boolean.class).orElse(false);
    return cdns.call((base, context) -> get(address(base, "gp/r.json", minified)));
    // end
  }

  private String get(URI address) throws IOException {
    hits.add(address.toString());
    return HttpFailures.read(
        address.toString(), statuses.getOrDefault(address.toString(), 200), "{}");
  }

  @Test
  @DisplayName("G51 G54 G55 G56: the address of a file, and of its minified form")
  void addresses() {
    URI base = URI.create("https://a.example/f1/2024@main/");

    assertThat(address(base, "gp/a.jsonl/r.json", false))
        .hasToString("https://a.example/f1/2024@main/gp/a.jsonl/r.json");
    assertThat(address(base, "gp/a.json.d/r.json", true))
        .hasToString("https://a.example/f1/2024@main/gp/a.json.d/r.min.json");
  }

  @Test
  @DisplayName("G64: a key of the application makes it ask for minified files; off by default")
  void minifiedByConfiguration(VirtualRuntime runtime) throws Exception {
    Sources<URI> cdns = cdns(runtime);
    load(cdns, new SmallRyeConfigBuilder().build());
    load(
        cdns,
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(Map.of("pages.minified", "true"), "test", 100))
            .build());

    assertThat(hits).containsExactly(FIRST, FIRST.replace(".json", ".min.json"));
  }

  @Test
  @DisplayName("G93: a 404 ends the search, counts nothing and asks nobody else")
  void fatal(VirtualRuntime runtime) {
    Sources<URI> cdns = cdns(runtime);
    statuses.put(FIRST, 404);

    assertThatThrownBy(() -> load(cdns)).isInstanceOf(NotFoundException.class);

    assertThat(hits).containsExactly(FIRST);
    assertThat(cdns.status().get(0).failures()).isZero();
  }

  @Test
  @DisplayName("G65 G66: addresses without https, and raw ones, are skipped with a warning")
  void skipped(VirtualRuntime runtime) throws Exception {
    statuses.put(FIRST, 503);
    statuses.put(SECOND, 503);
    try (CapturedLog log = new CapturedLog("io.firmitas")) {
      Sources<URI> cdns = cdns(runtime);

      assertThatThrownBy(() -> load(cdns)).isInstanceOf(AllSourcesFailedException.class);

      assertThat(hits).containsExactly(FIRST, SECOND);
      assertThat(log.lines())
          .anyMatch(line -> line.startsWith("WARNING cdns: source 'plain' skipped"))
          .anyMatch(line -> line.startsWith("WARNING cdns: source 'raw' skipped"));
    }
  }

  @Test
  @DisplayName("C52: after three failures a source is left out, the other goes on")
  void switchedOff(VirtualRuntime runtime) throws Exception {
    Sources<URI> cdns = cdns(runtime);
    statuses.put(FIRST, 503);
    for (int i = 0; i < 4; i++) {
      assertThat(load(cdns)).isEqualTo("{}");
    }
    assertThat(hits).filteredOn(FIRST::equals).hasSize(3);
    assertThat(hits).filteredOn(SECOND::equals).hasSize(4);

    statuses.clear();
    runtime.advance(Duration.ofMinutes(1));
    hits.clear();
    assertThat(load(cdns)).isEqualTo("{}");
    assertThat(hits).containsExactly(FIRST);
  }

  @Test
  @DisplayName("G100: all fail: look at the counts, reset, try again")
  void allFail(VirtualRuntime runtime) throws Exception {
    Sources<URI> cdns = cdns(runtime);
    statuses.put(FIRST, 503);
    statuses.put(SECOND, 0);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> load(cdns))
          .isInstanceOfSatisfying(
              AllSourcesFailedException.class,
              all -> assertThat(all.failures().get("first")).isInstanceOf(NetworkException.class));
    }
    List<String> lines = new ArrayList<>();
    // snippet: recipe-sources-status
    for (SourceStatus<URI> each : cdns.status()) {
      if (each.enabled() && !each.skipped()) {
        lines.add(each.name() + " " + each.state().text() + ", failures: " + each.failures());
      }
    }
    // end
    assertThat(lines).containsExactly("first open, failures: 3", "second open, failures: 3");

    statuses.clear();
    // snippet: recipe-sources-reset
    cdns.reset();
    // end
    assertThat(load(cdns)).isEqualTo("{}");
  }
}
