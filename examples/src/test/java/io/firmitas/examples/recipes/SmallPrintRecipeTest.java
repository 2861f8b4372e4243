package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Jitter;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.event.PolicyListener;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What the recipes rely on")
@ExtendWith(FirmitasExtension.class)
class SmallPrintRecipeTest {
  private static final IOException DOWN = new IOException("down");

  private static CircuitBreaker open(int threshold, VirtualRuntime runtime) {
    CircuitBreaker breaker =
        CircuitBreaker.builder().failureThreshold(threshold).runtime(runtime).build();
    for (int i = 0; i < threshold; i++) {
      breaker.recordFailure(DOWN);
    }
    return breaker;
  }

  @Test
  @DisplayName("T15 G1: a service that hangs opens the breaker; then calls cost next to nothing")
  void hanging(VirtualRuntime runtime) {
    CircuitBreaker breaker = CircuitBreaker.builder().runtime(runtime).build();
    Timeout timeout = Timeout.builder(Duration.ofSeconds(2)).runtime(runtime).build();
    Policy<Object> policy = Policies.wrap(breaker, timeout);
    var hanging =
        new ScriptedCall<String>().taking(Duration.ofSeconds(30), runtime).succeed("late");
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> policy.call(hanging)).isInstanceOf(TimeoutExceededException.class);
    }
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(10));

    long[] nanos = new long[1000];
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> policy.call(hanging)).isInstanceOf(CircuitOpenException.class);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);

    assertThat(hanging.count()).isEqualTo(5);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(10));
    assertThat(Arrays.stream(nanos).sum()).isLessThan(Duration.ofSeconds(1).toNanos());
    assertThat(nanos[989]).as("p99").isLessThan(Duration.ofMillis(5).toNanos());
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "PT-1H", "PT1S", "PT-1S", "P365D", "P-365D"})
  @DisplayName("T115 T118: set forward or back, summer time, leap seconds: the probe at one tick")
  void wallClock(Duration jump, VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = open(1, runtime);
    Instant failedAt = runtime.instant();
    var service = new ScriptedCall<String>().succeed("up");

    runtime.advance(Duration.ofSeconds(30));
    runtime.shiftWallClock(jump);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.remainingOpenTime()).isEqualTo(Duration.ofSeconds(30));
    assertThat(breaker.lastFailureTime()).contains(failedAt);

    runtime.advance(Duration.ofSeconds(30).minusNanos(1));
    assertThatThrownBy(() -> breaker.call(service)).isInstanceOf(CircuitOpenException.class);
    runtime.advance(Duration.ofNanos(1));
    assertThat(breaker.<String>call(service)).isEqualTo("up");
    assertThat(service.count()).isEqualTo(1);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  @DisplayName("T116: an error is logged when the last failure is less than 60 s ago")
  void recentFailure(VirtualRuntime runtime) {
    CircuitBreaker breaker = CircuitBreaker.builder().runtime(runtime).build();
    List<String> log = new ArrayList<>();
    alert(breaker, runtime.instant(), log);
    breaker.recordFailure(DOWN);
    runtime.advance(Duration.ofSeconds(59));
    alert(breaker, runtime.instant(), log);
    runtime.advance(Duration.ofSeconds(1));
    alert(breaker, runtime.instant(), log);

    assertThat(log).containsExactly("ERROR failed 59 s ago");
  }

  private static void alert(CircuitBreaker breaker, Instant now, List<String> log) {
    // snippet: recipe-alert
    breaker
        .lastFailureTime()
        .map(at -> Duration.between(at, now))
        .filter(age -> age.compareTo(Duration.ofMinutes(1)) < 0)
        .ifPresent(age -> log.add("ERROR failed " + age.toSeconds() + " s ago"));
    // end
  }

  @Test
  @DisplayName("T120: a listener may ask the breaker and call through it")
  void reentrantListener(VirtualRuntime runtime) throws Exception {
    List<String> log = new ArrayList<>();
    CircuitBreaker[] self = new CircuitBreaker[1];
    self[0] =
        CircuitBreaker.builder()
            .onFailure(f -> log.add(self[0].state() + " " + self[0].get(() -> "called")))
            .runtime(runtime)
            .build();

    assertThatThrownBy(() -> self[0].call(new ScriptedCall<String>().fail(DOWN))).isSameAs(DOWN);

    assertThat(log).containsExactly("CLOSED called");
  }

  @Test
  @DisplayName(
      "T192 T168 G42 Z45: defaults: a second, then twice as long; one warning for each retry")
  void defaults(VirtualRuntime runtime) throws Exception {
    assertThat(Retry.ofDefaults().<String>call(() -> "up")).isEqualTo("up");
    Retry retry =
        Retry.builder("pages")
            .jitter(Jitter.none())
            .listener(PolicyListener.logging())
            .runtime(runtime)
            .build();
    try (CapturedLog log = new CapturedLog("io.firmitas")) {
      assertThatThrownBy(() -> retry.call(new ScriptedCall<String>().fail(DOWN))).isSameAs(DOWN);

      assertThat(log.lines())
          .startsWith(
              "WARNING pages: Retry 1/2 after 1.00s: java.io.IOException: down",
              "WARNING pages: Retry 2/2 after 2.00s: java.io.IOException: down")
          .filteredOn(line -> line.contains("Retry "))
          .hasSize(2);
    }
  }

  @Test
  @DisplayName("Z56: a retry without a breaker never rejects")
  void noBreaker(VirtualRuntime runtime) {
    Retry retry = Retry.builder().delay(Duration.ZERO).runtime(runtime).build();
    var service = new ScriptedCall<String>().fail(DOWN);
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> retry.call(service)).isSameAs(DOWN);
    }
    assertThat(service.count()).isEqualTo(300);
  }

  @Test
  @DisplayName("V9: at exactly the open time the probe may go")
  void boundary(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = open(5, runtime);
    runtime.advance(Duration.ofSeconds(60).minusNanos(1));
    assertThatThrownBy(() -> breaker.call(() -> "up")).isInstanceOf(CircuitOpenException.class);
    runtime.advance(Duration.ofNanos(1));
    assertThat(breaker.<String>call(() -> "up")).isEqualTo("up");
  }

  @Test
  @DisplayName("V17: a breaker in two compositions is one breaker")
  void shared(VirtualRuntime runtime) {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(3).runtime(runtime).build();
    Retry retry = Retry.builder().runtime(runtime).build();
    Policy<Object> first = Policies.wrap(retry, breaker);
    Policy<Object> second = Policies.wrap(retry, breaker);

    assertThatThrownBy(() -> first.call(new ScriptedCall<String>().fail(DOWN))).isSameAs(DOWN);

    assertThatThrownBy(() -> second.call(() -> "up")).isInstanceOf(CircuitOpenException.class);
  }

  @Test
  @DisplayName("C54: a pending result is retried, and no failure for the breaker")
  void pendingResults(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(2).runtime(runtime).build();
    Retry poll =
        Retry.builder()
            .maxAttempts(10)
            .retryOnResult(String.class, "pending"::equals)
            .runtime(runtime)
            .build();
    var job = new ScriptedCall<String>();
    for (int i = 0; i < 5; i++) {
      job.succeed("pending");
    }
    Policy<String> policy = Policies.wrap(poll, breaker);

    assertThat(policy.call(job.succeed("done"))).isEqualTo("done");
    assertThat(breaker.failures()).isZero();
  }

  @Test
  @DisplayName("Z101 C55: listeners, and exceptions that do not count")
  void superset(VirtualRuntime runtime) {
    List<String> log = new ArrayList<>();
    CircuitBreaker breaker =
        CircuitBreaker.builder()
            .failureThreshold(1)
            .ignore(FileNotFoundException.class)
            .onOpen(opened -> log.add("opened"))
            .runtime(runtime)
            .build();
    FileNotFoundException missing = new FileNotFoundException("page");

    assertThatThrownBy(() -> breaker.call(new ScriptedCall<String>().fail(missing)))
        .isSameAs(missing);
    assertThat(breaker.failures()).isZero();
    assertThatThrownBy(() -> breaker.call(new ScriptedCall<String>().fail(DOWN))).isSameAs(DOWN);
    assertThat(log).containsExactly("opened");
  }
}
