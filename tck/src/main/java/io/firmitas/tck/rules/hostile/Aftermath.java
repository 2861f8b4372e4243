package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerMode;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.sources.SourceStatus;
import io.firmitas.sources.Sources;
import io.firmitas.tck.rules.hostile.Subject.Made;
import io.firmitas.testkit.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What holds whatever the code of the user has done: nothing is left behind, all permits are back,
 * and the policies do what they always do.
 */
final class Aftermath {
  private static final Duration DAY = Duration.ofDays(1);

  private final VirtualRuntime time;
  private final Subject subject;
  private final Made made;

  Aftermath(VirtualRuntime time, Subject subject, Made made) {
    this.time = time;
    this.subject = subject;
    this.made = made;
  }

  /** Checks it; the hook behaves from now on. */
  void check() throws Exception {
    Thread.interrupted();
    nothingIsLeft();
    if (made.breaker() != null) {
      comesToClose(made.breaker());
      opensAndCloses(made.breaker());
    }
    if (made.sources() == null || switchOffAndOn(made.sources())) {
      assertEquals("page", made.policy().<Object>call(() -> "page"), "a call afterwards");
    }
    nothingIsLeft();
    assertFalse(Thread.interrupted(), "interrupt flag at the end");
  }

  private void nothingIsLeft() {
    time.awaitTasks();
    assertEquals(0, time.pendingTimers(), "timers left");
    assertEquals(0, time.pendingTasks(), "tasks left");
  }

  /** From whatever state, if need be by as many probes as are allowed. */
  private void comesToClose(CircuitBreaker breaker) {
    boolean byHand = breaker.snapshot().mode() != CircuitBreakerMode.AUTOMATIC;
    Duration open = breaker.snapshot().remainingOpenTime();
    if (byHand || open.compareTo(DAY) > 0) {
      breaker.reset();
    }
    // More than once where the clock had jumped back, by as much as it had.
    for (int times = 0; times < 100 && breaker.state() == CircuitState.OPEN; times++) {
      time.advance(breaker.snapshot().remainingOpenTime());
    }
    if (breaker.state() == CircuitState.HALF_OPEN) {
      for (int probe = 0; probe < subject.probes(); probe++) {
        breaker.tryAcquire().ifPresent(Permit::success);
      }
    }
    assertEquals(
        CircuitState.CLOSED, breaker.state(), "state after probes that are all permits there are");
    assertEquals(CircuitBreakerMode.AUTOMATIC, breaker.snapshot().mode(), "mode");
  }

  private void opensAndCloses(CircuitBreaker breaker) {
    breaker.reset();
    for (int failures = 1; failures <= Subject.THRESHOLD; failures++) {
      assertEquals(CircuitState.CLOSED, breaker.state(), "state before enough failures");
      assertThrows(IOException.class, () -> fail(breaker), "failure through a closed breaker");
    }
    assertEquals(CircuitState.OPEN, breaker.state(), "state after enough failures");
    if (!subject.dryRun()) {
      assertThrows(CircuitOpenException.class, () -> fail(breaker), "call while open");
    }
    time.advance(breaker.snapshot().remainingOpenTime());
    assertEquals(CircuitState.HALF_OPEN, breaker.state(), "state after the open time");
    List<Permit> permits = new ArrayList<>();
    for (int probe = 0; probe < subject.probes(); probe++) {
      Optional<Permit> permit = breaker.tryAcquire();
      assertTrue(permit.isPresent(), "permit of probe " + (probe + 1));
      permits.add(permit.get());
    }
    if (!subject.dryRun()) {
      assertFalse(breaker.tryAcquire().isPresent(), "permit of one probe too many");
    }
    permits.forEach(Permit::success);
    assertEquals(CircuitState.CLOSED, breaker.state(), "state after the probes");
    assertEquals(0, breaker.failures(), "failures after closing");
  }

  /** Whether there are sources that may be called. */
  private boolean switchOffAndOn(Sources<?> sources) throws Exception {
    time.advance(DAY);
    List<String> used =
        sources.status().stream()
            .filter(source -> !source.skipped())
            .map(SourceStatus::name)
            .toList();
    sources.reset();
    assertEquals(used, available(sources), "sources after a reset");
    for (int failures = 0; !used.isEmpty() && failures < Subject.THRESHOLD; failures++) {
      assertEquals(used, available(sources), "sources before enough failures");
      assertThrows(Exception.class, () -> fail(sources), "failure of all sources");
    }
    assertEquals(List.of(), available(sources), "sources after enough failures");
    time.advance(Duration.ofSeconds(60));
    assertEquals(used, available(sources), "sources after the open time");
    return !used.isEmpty();
  }

  private static List<String> available(Sources<?> sources) {
    return sources.status().stream()
        .filter(SourceStatus::available)
        .map(SourceStatus::name)
        .toList();
  }

  private static void fail(Policy<Object> policy) throws Exception {
    policy.<Object>call(
        () -> {
          throw new IOException("down");
        });
  }
}
