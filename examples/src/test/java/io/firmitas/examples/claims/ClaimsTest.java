package io.firmitas.examples.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.backoff.Jitter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each claim with fewer repetitions than the program makes. */
@DisplayName("The claims")
class ClaimsTest {
  private static final Path HELLO_WORLD =
      Path.of("src/main/java/io/firmitas/examples/claims/HelloWorld.java");

  private static void assertHolds(Finding finding) {
    assertThat(finding.holds()).as(finding.row()).isTrue();
  }

  @Test
  @DisplayName("Q6: one probe among 100 threads, no lost update, no dead-lock")
  void concurrency() throws Exception {
    assertHolds(OneProbe.among(100, 50));
    assertHolds(LostUpdates.of(100, 100_000));
    assertHolds(NestedCalls.by(20, 50));
  }

  @Test
  @DisplayName("Q7 Z3 Z5: no dependencies, less than half a megabyte, hello world in five lines")
  void smallness() throws Exception {
    List<Finding> findings = Smallness.of(HELLO_WORLD);
    assertThat(findings).hasSize(3);
    findings.forEach(ClaimsTest::assertHolds);
    assertThat(Files.readString(HELLO_WORLD)).doesNotContain("import static");
    assertThat(HelloWorld.greet(() -> "hello, world")).isEqualTo("hello, world");
  }

  @Test
  @DisplayName("Q8: a thousand pending asynchronous retries hold at most two threads")
  void pendingRetries() {
    assertHolds(PendingRetries.of(1_000));
  }

  @Test
  @DisplayName(
      "Q9: after an outage all come at once without jitter; full jitter cuts the peak most")
  void spread() throws Exception {
    Duration outage = Duration.ofSeconds(10);
    assertThat(SpreadRetries.peak(200, outage, Jitter.none())).isEqualTo(200);
    assertHolds(SpreadRetries.of(200, outage));
  }

  @Test
  @Tag("realtime")
  @DisplayName("Q10: the probe passes at the end of the open time, not before")
  void probeInTime() throws Exception {
    assertHolds(ProbeInTime.after(Duration.ofMillis(200), 2));
  }

  @Test
  @Tag("realtime")
  @DisplayName("Q11: a limit of the total time is not slept past")
  void totalTime() throws Exception {
    assertHolds(TotalTime.of(20, Duration.ofMillis(25)));
  }

  @Test
  @DisplayName("Q13: delays add up to 15 s, 8.125 s, 3 s and 0.63 s exactly")
  void delaySums() throws Exception {
    List<Finding> findings = DelaySums.all();
    assertThat(findings).hasSize(4);
    findings.forEach(ClaimsTest::assertHolds);
  }
}
