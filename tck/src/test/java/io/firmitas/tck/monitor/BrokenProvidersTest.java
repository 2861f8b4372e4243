package io.firmitas.tck.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firmitas.tck.ConformanceRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The kit bites: each broken provider fails the rules that it breaks, and no other. For each runs
 * the part of the kit that makes policies of the broken kind, see {@link KindsMade}.
 */
@Tag("stress")
class BrokenProvidersTest {
  static Stream<Broken> brokenProviders() {
    return Stream.of(
            BrokenBreakers.all(),
            BrokenRetries.all(),
            BrokenTimeouts.all(),
            BrokenFallbacks.all(),
            BrokenFactories.all())
        .flatMap(List::stream);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenProviders")
  @DisplayName("a broken provider fails exactly the rules that are written beside it")
  void failsWhatItBreaks(Broken broken) throws IOException {
    ConformanceRun run =
        ConformanceRun.of(broken.provider(), KindsMade.inSoundRun().testsThatMake(broken.kind()));

    assertEquals(expected().get(broken.name()), String.join(" ", run.rulesThatAre("failed")));
  }

  @Test
  @DisplayName("nothing is expected of providers that are not there")
  void noStaleExpectation() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    brokenProviders().forEach(broken -> names.add(broken.name()));

    assertEquals(names, new TreeSet<>(expected().keySet()));
  }

  @Test
  @DisplayName("the provider without a mistake fails nothing, and lacks what it declares to lack")
  void soundProvider() {
    ConformanceRun run = KindsMade.inSoundRun().soundRun();

    assertEquals("", String.join(" ", run.rulesThatAre("failed")));
    assertEquals(
        "CB-53 CB-54 CB-55 CB-56 CB-57 CB-61 RT-38 RT-39 RT-40 SR-01 SR-02 SR-04 SR-05 SR-06 SR-07"
            + " SR-08 SR-09 SR-10 SR-11 SR-12 SR-13 SR-14 SR-15 SR-16 SR-17 SR-18 SR-19 SR-20 TO-12"
            + " TO-19",
        String.join(" ", run.rulesThatAre("not applicable")));
  }

  /** Lines of a name, a colon, and the rules. */
  private static Map<String, String> expected() throws IOException {
    Map<String, String> expected = new TreeMap<>();
    try (InputStream text = BrokenProvidersTest.class.getResourceAsStream("broken-providers.txt")) {
      for (String line : new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] parts = line.split(": *", 2);
          expected.put(parts[0], parts[1].strip());
        }
      }
    }
    return expected;
  }
}
