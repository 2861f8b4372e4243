package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.retry.Retry;
import io.firmitas.sources.AllSourcesFailedException;
import io.firmitas.sources.Sources;
import io.firmitas.sources.SourcesBuilder;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Several content delivery networks as sources")
@ExtendWith(FirmitasExtension.class)
class CdnSourcesTest {
  /** What an application makes a source of: here a base address and how its files are named. */
  private record Cdn(String base, boolean minified) {
    Cdn(String base, boolean minified) {
      this.base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
      this.minified = minified;
    }

    String url(int year, String event, String session, String path) {
      boolean shortens = minified && path.endsWith(".json");
      String name =
          shortens ? path.substring(0, path.length() - ".json".length()) + ".min.json" : path;
      return base + "/" + year + "@main/" + event + "/" + session + "/" + name;
    }
  }

  private final List<String> asked = new ArrayList<>();

  private String fetch(String url) throws IOException {
    asked.add(url);
    if (url.contains("near")) {
      throw new IOException("down");
    }
    return url;
  }

  @Test
  @DisplayName("addresses: no slash twice (G51), plain names by default (G54, G55)")
  void addresses(VirtualRuntime runtime) throws Exception {
    Sources<Cdn> cdns =
        Sources.<Cdn>builder("cdn")
            .runtime(runtime)
            .add("near", new Cdn("https://near.example/data/", false), 1)
            .add("far", new Cdn("https://far.example", false), 2)
            .build();

    String answer =
        cdns.call((cdn, context) -> fetch(cdn.url(2024, "Bahrain", "Race", "laps.json")));

    assertThat(answer).isEqualTo("https://far.example/2024@main/Bahrain/Race/laps.json");
    assertThat(asked.get(0))
        .isEqualTo("https://near.example/data/2024@main/Bahrain/Race/laps.json");
  }

  @Test
  @DisplayName("minified files: only the ending of a name changes (G56)")
  void minifiedFiles(VirtualRuntime runtime) throws Exception {
    Sources<Cdn> cdns =
        Sources.<Cdn>builder("cdn")
            .runtime(runtime)
            .add("far", new Cdn("https://far.example", true))
            .build();

    assertThat(cdns.<String>call((cdn, context) -> fetch(cdn.url(1, "a", "b", "x.json.json"))))
        .endsWith("/x.json.min.json");
    assertThat(cdns.<String>call((cdn, context) -> fetch(cdn.url(1, "a", "b", "x.csv"))))
        .endsWith("/x.csv");
  }

  @Test
  @DisplayName("a cold start answers fastest: no sleep at all, for one attempt each (G78)")
  void coldStart(VirtualRuntime runtime) {
    boolean[] cold = {true};
    SourcesBuilder<Cdn> builder = Sources.<Cdn>builder("cdn").runtime(runtime);
    builder.add("near", new Cdn("https://near.example", false));
    builder.add("nearer", new Cdn("https://nearer.example", false));
    Sources<Cdn> cdns =
        builder
            .retry(Retry.builder().runtime(runtime).build())
            .coldStart(context -> cold[0])
            .build();

    assertThatThrownBy(() -> cdns.call((cdn, context) -> fetch(cdn.base())))
        .isInstanceOf(AllSourcesFailedException.class);
    assertThat(asked).hasSize(2);
    assertThat(runtime.elapsed()).isZero();
    assertThat(runtime.sleeps()).isEmpty();

    cold[0] = false;
    assertThatThrownBy(() -> cdns.call((cdn, context) -> fetch(cdn.base())))
        .isInstanceOf(AllSourcesFailedException.class);
    assertThat(asked).hasSize(2 + 6);
  }
}
