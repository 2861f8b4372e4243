package io.firmitas.tck.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.PolicyProvider;
import io.firmitas.tck.ConformanceRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each peer fails the rules that are written down for it with a reason, and no other. */
@Tag("realtime-long")
class PeersTest {
  @Test
  @DisplayName("Resilience4j 2.4.0")
  void resilience4j() throws IOException {
    assertFailsAsWritten("Resilience4j 2.4.0", new Resilience4jProvider(), "resilience4j.txt");
  }

  @Test
  @DisplayName("Failsafe 3.3.2")
  void failsafe() throws IOException {
    assertFailsAsWritten("Failsafe 3.3.2", new FailsafeProvider(), "failsafe.txt");
  }

  /**
   * The rules that fail are those in the file, and the numbers are those in the table of the docs.
   */
  private static void assertFailsAsWritten(String name, PolicyProvider peer, String file)
      throws IOException {
    ConformanceRun run = ConformanceRun.of(peer);

    assertEquals(
        String.join(" ", new TreeSet<>(reasons(file).keySet())),
        String.join(" ", run.rulesThatAre("failed")));
    String row =
        "| %s | %d | %d | %d | %d |"
            .formatted(
                name,
                run.rulesThatAre("passed").size(),
                run.rulesThatAre("partly applicable").size(),
                run.rulesThatAre("not applicable").size(),
                run.rulesThatAre("failed").size());
    assertTrue(
        Files.readAllLines(Path.of("../docs/tck-peers.md")).contains(row),
        () -> "docs/tck-peers.md should have: " + row);
  }

  /** Lines of rules, a colon, and the reason for which they fail. */
  private static Map<String, String> reasons(String file) throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    try (InputStream text = PeersTest.class.getResourceAsStream(file)) {
      for (String line : new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] parts = line.split(": ", 2);
          for (String rule : parts[0].split(" ", -1)) {
            reasons.put(rule, parts[1]);
          }
        }
      }
    }
    return reasons;
  }
}
