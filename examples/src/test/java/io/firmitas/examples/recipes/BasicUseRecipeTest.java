package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: use and watch a breaker")
@ExtendWith(FirmitasExtension.class)
class BasicUseRecipeTest {
  private static final IOException DOWN = new IOException("down");

  private static CircuitBreaker breaker(int threshold, int seconds, VirtualRuntime runtime) {
    return CircuitBreaker.builder("cdn")
        .failureThreshold(threshold)
        .openTime(Duration.ofSeconds(seconds))
        .runtime(runtime)
        .build();
  }

  private static void failTimes(int times, CircuitBreaker breaker, ScriptedCall<String> call) {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(() -> breaker.call(call)).isSameAs(DOWN);
    }
  }

  @Test
  @DisplayName("T1: breaker, retry, and both together: one, three, three calls")
  void aloneAndTogether(VirtualRuntime runtime) {
    CircuitBreaker breaker = breaker(5, 60, runtime);
    Retry retry = Retry.builder().runtime(runtime).build();
    Policy<Object> both = Policies.wrap(retry, breaker(5, 60, runtime));
    var guarded = new ScriptedCall<String>().fail(DOWN);
    var retried = new ScriptedCall<String>().fail(DOWN);
    var composed = new ScriptedCall<String>().fail(DOWN);

    assertThatThrownBy(() -> breaker.call(guarded)).isSameAs(DOWN);
    assertThatThrownBy(() -> retry.call(retried)).isSameAs(DOWN);
    assertThatThrownBy(() -> both.call(composed)).isSameAs(DOWN);

    assertThat(guarded.count()).isEqualTo(1);
    assertThat(retried.count()).isEqualTo(3);
    assertThat(composed.count()).isEqualTo(3);
  }

  @Test
  @DisplayName("T16: while it is open a call fails in less than a millisecond, and says why")
  void failsFast() throws Exception {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults();
    var call = new ScriptedCall<String>().fail(DOWN);
    failTimes(5, breaker, call);
    long[] nanos = new long[1001];
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      try {
        breaker.call(call);
        throw new AssertionError("the call was made");
      } catch (CircuitOpenException open) {
        nanos[i] = System.nanoTime() - start;
        assertThat(open).hasMessageContaining("Circuit breaker is open");
      }
    }
    Arrays.sort(nanos);
    assertThat(nanos[nanos.length / 2]).isLessThan(1_000_000);
    assertThat(call.count()).isEqualTo(5);
  }

  @Test
  @DisplayName("T27: failures of calls from two threads add up")
  void accumulates(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = breaker(5, 60, runtime);
    failTimes(1, breaker, new ScriptedCall<String>().fail(DOWN));
    CompletableFuture.runAsync(() -> failTimes(1, breaker, new ScriptedCall<String>().fail(DOWN)))
        .get(10, TimeUnit.SECONDS);

    assertThat(breaker.failures()).isEqualTo(2);
  }

  @Test
  @DisplayName("T29 G2 G7: closed below the threshold; then no hit until the open time is over")
  void threshold(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = breaker(5, 60, runtime);
    var call = new ScriptedCall<String>().fail(5, DOWN).succeed("up");

    failTimes(4, breaker, call);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    failTimes(1, breaker, call);
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> breaker.call(call)).isInstanceOf(CircuitOpenException.class);
    }
    assertThat(call.count()).isEqualTo(5);
    runtime.advance(Duration.ofSeconds(60));
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.<String>call(call)).isEqualTo("up");
  }

  @Test
  @DisplayName("T43: five timeouts of 30 s, then a minute of failures at once, then the probe")
  void outage(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = breaker(5, 60, runtime);
    var call =
        new ScriptedCall<String>()
            .taking(Duration.ofSeconds(30), runtime)
            .fail(5, DOWN)
            .taking(Duration.ZERO, runtime)
            .succeed("up");

    failTimes(5, breaker, call);
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(150));
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> breaker.call(call)).isInstanceOf(CircuitOpenException.class);
    }
    assertThat(runtime.elapsed()).isEqualTo(Duration.ofSeconds(150));
    runtime.advance(Duration.ofSeconds(60));
    assertThat(breaker.<String>call(call)).isEqualTo("up");
    assertThat(call.count()).isEqualTo(6);
  }

  @Test
  @DisplayName("T65: a failed probe starts the whole open time again")
  void failedProbe(VirtualRuntime runtime) {
    CircuitBreaker breaker = breaker(1, 60, runtime);
    var call = new ScriptedCall<String>().fail(DOWN);
    failTimes(1, breaker, call);
    runtime.advance(Duration.ofSeconds(90));
    failTimes(1, breaker, call);

    assertThat(breaker.remainingOpenTime()).isEqualTo(Duration.ofSeconds(60));
  }

  // snippet: recipe-report
  static String report(CircuitBreaker breaker, Instant now) {
    var seen = breaker.snapshot();
    String age =
        seen.lastFailureTime()
            .map(at -> ", last failure " + Duration.between(at, now).toSeconds() + " s ago")
            .orElse("");
    return "State: " + seen.state().text() + ", " + seen.failures() + "/" + seen.threshold() + age;
  }

  // end

  @Test
  @DisplayName("T122 T130 G98: prints state, failures, threshold, and the age of a failure")
  void report(VirtualRuntime runtime) {
    CircuitBreaker breaker = breaker(5, 60, runtime);
    assertThat(report(breaker, runtime.instant())).isEqualTo("State: closed, 0/5");

    failTimes(5, breaker, new ScriptedCall<String>().fail(DOWN));
    runtime.advance(Duration.ofSeconds(7));
    assertThat(report(breaker, runtime.instant()))
        .isEqualTo("State: open, 5/5, last failure 7 s ago");
  }

  @Test
  @DisplayName("T123: threshold 2, open for 5 s, three calls, and a look after 6 s")
  void watch(VirtualRuntime runtime) {
    CircuitBreaker breaker = breaker(2, 5, runtime);
    var call = new ScriptedCall<String>().fail(DOWN);
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> breaker.call(call)).isInstanceOf(Exception.class);
      seen.add(breaker.state().text() + " " + breaker.failures());
    }
    assertThat(seen).containsExactly("closed 1", "open 2", "open 2");

    runtime.advance(Duration.ofSeconds(6));
    assertThat(breaker.wouldPermit()).isTrue();
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  private static String fetch(String url, String key, Duration timeout) {
    return url + " " + key + " " + timeout.toSeconds();
  }

  @Test
  @DisplayName("T156: the lambda carries all arguments")
  void arguments(VirtualRuntime runtime) throws Exception {
    String answer =
        breaker(5, 60, runtime).call(() -> fetch("/sessions", "2024", Duration.ofSeconds(60)));

    assertThat(answer).isEqualTo("/sessions 2024 60");
  }

  private static String waitAndRetry(
      CircuitBreaker breaker, ScriptedCall<String> service, VirtualRuntime runtime)
      throws Exception {
    // snippet: recipe-wait
    try {
      return breaker.call(service);
    } catch (CircuitOpenException open) {
      runtime.sleep(open.retryAfter().toNanos()); // in a program: Thread.sleep
      return breaker.call(service);
    }
    // end
  }

  @Test
  @DisplayName("T184 T196 C47: stuck open: wait the remaining time, the call is the probe")
  void waits(VirtualRuntime runtime) throws Exception {
    CircuitBreaker breaker = breaker(3, 60, runtime);
    var call = new ScriptedCall<String>().fail(3, DOWN).succeed("up");
    failTimes(3, breaker, call);
    runtime.advance(Duration.ofSeconds(20));
    assertThat(breaker.remainingOpenTime()).isEqualTo(Duration.ofSeconds(40));

    assertThat(waitAndRetry(breaker, call, runtime)).isEqualTo("up");

    assertThat(runtime.sleeps()).containsExactly(Duration.ofSeconds(40));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }
}
