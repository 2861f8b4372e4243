package io.firmitas.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitBreakerSnapshot;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.breaker.Permit;
import io.firmitas.event.CircuitState;
import io.firmitas.event.CircuitStateChanged;
import io.firmitas.event.PolicyReset;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.retry.Attempt;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.testkit.EventRecorder;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PolicyRegistryTest {
  private final VirtualRuntime time = new VirtualRuntime();
  private final EventRecorder events = new EventRecorder();
  private final PolicyRegistry registry = PolicyRegistry.create(time);
  private final IOException down = new IOException("down");

  private void fail(CircuitBreaker breaker, int times) {
    for (int call = 0; call < times; call++) {
      assertThatThrownBy(() -> breaker.call(new ScriptedCall<>().fail(down))).isSameAs(down);
    }
  }

  // ---- names and handles

  @Test
  @DisplayName("RG-01 T127 C36: the same name gives the same object, also in another thread")
  void sameNameSameObject() {
    CircuitBreaker here = registry.circuitBreaker("default");
    CircuitBreaker there =
        CompletableFuture.supplyAsync(() -> registry.circuitBreaker("default")).join();

    assertThat(there).isSameAs(here);
    assertThat(registry.circuitBreaker("other")).isNotSameAs(here);
    assertThat(registry.retry("default")).isSameAs(registry.retry("default"));
  }

  @Test
  @DisplayName("RG-01 C36: whoever shares a name shares the state")
  void sharesState() {
    fail(registry.circuitBreaker("cdn"), 2);
    fail(registry.circuitBreaker("cdn"), 3);

    assertThat(registry.circuitBreaker("cdn").state()).isEqualTo(CircuitState.OPEN);
    assertThat(registry.circuitBreaker("other").state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  @DisplayName("RG-02: settings of all, then of the name; both are asked when the policy is made")
  void mergesSettings() {
    registry
        .configureCircuitBreakers(
            breaker -> breaker.failureThreshold(9).openTime(Duration.ofSeconds(7)))
        .configureCircuitBreaker("cdn", breaker -> breaker.failureThreshold(2));

    CircuitBreakerSnapshot cdn = registry.circuitBreaker("cdn").snapshot();
    assertThat(cdn.threshold()).isEqualTo(2);
    assertThat(cdn.openTime()).isEqualTo(Duration.ofSeconds(7));
    assertThat(cdn.name()).isEqualTo("cdn");
    assertThat(registry.circuitBreaker("other").snapshot().threshold()).isEqualTo(9);
  }

  @Test
  @DisplayName("RG-02: retries and timeouts are configured alike; a timeout needs a length")
  void otherKinds() {
    registry
        .configureRetries(retry -> retry.maxAttempts(2))
        .configureRetry("twice", retry -> retry.delay(Duration.ZERO))
        .configureTimeout("quick", Duration.ofSeconds(1), timeout -> timeout.withoutInterrupt());

    Retry retry = registry.retry("twice");
    assertThat(retry.config().maxAttempts()).isEqualTo(2);
    assertThat(retry.name()).isEqualTo("twice");
    Timeout timeout = registry.timeout("quick");
    assertThat(timeout.config().length()).isEqualTo(Duration.ofSeconds(1));
    assertThat(timeout.config().interrupts()).isFalse();
    assertThatThrownBy(() -> registry.timeout("none"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("\"none\"");
    assertThat(registry.names()).containsExactly("quick", "twice");
  }

  @Test
  @DisplayName("RG-02 C34: settings that contradict each other are told to who asks, then repaired")
  void badSettings() {
    registry.configureCircuitBreaker("cdn", breaker -> breaker.minimumCalls(3));
    assertThatThrownBy(() -> registry.circuitBreaker("cdn"))
        .isInstanceOf(IllegalArgumentException.class);

    registry.configureCircuitBreaker("cdn", breaker -> breaker.failureThreshold(3));
    assertThat(registry.circuitBreaker("cdn").snapshot().threshold()).isEqualTo(3);
  }

  // ---- reset

  @Test
  @DisplayName("RG-03 T136 T138 T143 G71 U8: reset: closed, no failures, no last failure")
  void resetForgets() {
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    fail(breaker, 5);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.failures()).isEqualTo(5);

    registry.reset("cdn");

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.failures()).isZero();
    assertThat(breaker.lastFailureTime()).isEmpty();
  }

  @Test
  @DisplayName("RG-03 T144: reset after a repair: the next call succeeds without waiting")
  void resetAfterRepair() throws Exception {
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    fail(breaker, 5);
    assertThatThrownBy(() -> breaker.call(() -> "up")).isInstanceOf(CircuitOpenException.class);

    registry.reset("cdn");

    assertThat(breaker.<String>call(() -> "up")).isEqualTo("up");
    assertThat(time.elapsed()).isZero();
  }

  @Test
  @DisplayName("RG-04 T137 T140 C31: a new instance; handles follow, the old one keeps its state")
  void handlesFollow() {
    CircuitBreaker handle = registry.circuitBreaker("cdn");
    fail(handle, 5);
    Permit ofOldInstance = handle.tryAcquire().orElse(null);
    assertThat(ofOldInstance).isNull();
    Policy<String> composed = Policies.wrap(handle);

    registry.reset("cdn");

    assertThat(composed.get(() -> "passes")).isEqualTo("passes");
    assertThat(registry.circuitBreaker("cdn")).isSameAs(handle);
  }

  @Test
  @DisplayName(
      "RG-05 T139 T146 C31: values are fixed until a reset: set (10, 120 s), reset, verify")
  void resetUsesTheCurrentConfiguration() {
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    registry.configureCircuitBreaker(
        "cdn", settings -> settings.failureThreshold(10).openTime(Duration.ofMinutes(2)));
    assertThat(breaker.snapshot().threshold()).isEqualTo(5);

    registry.reset("cdn");

    assertThat(breaker.config().failureThreshold()).isEqualTo(10);
    assertThat(breaker.config().openTime()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  @DisplayName("RG-06 C31: calls on their way report to the instance that admitted them, sync")
  void callInFlightReportsToTheOldInstance() {
    registry.configureCircuitBreakers(breaker -> breaker.failureThreshold(1));
    CircuitBreaker breaker = registry.circuitBreaker("cdn");

    assertThatThrownBy(
            () ->
                breaker.call(
                    () -> {
                      registry.reset("cdn");
                      throw down;
                    }))
        .isSameAs(down);

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.failures()).isZero();
  }

  @Test
  @DisplayName("RG-06 C31: calls on their way report to the instance that admitted them, async")
  void asyncCallInFlightReportsToTheOldInstance() {
    registry.configureCircuitBreakers(breaker -> breaker.failureThreshold(1));
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    AsyncGate<String> gate = new AsyncGate<>();
    CompletableFuture<String> future = breaker.callAsync(gate.call());
    Permit permit = breaker.acquire();
    registry.reset("cdn");

    gate.fail(down);
    permit.failure(down);

    assertThat(future).isCompletedExceptionally();
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  @DisplayName("RG-06: a reset between gate and recorder does not part them")
  void gateAndRecorderStayTogether() {
    registry.configureCircuitBreakers(breaker -> breaker.failureThreshold(1));
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    Policy<String> policy = Policies.wrap(breaker.gate(), resetting(), breaker.recorder());

    assertThatThrownBy(() -> policy.call(new ScriptedCall<String>().fail(down))).isSameAs(down);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    CompletableFuture<String> future =
        policy.callAsync(new ScriptedCall<String>().fail(down).asAsyncCall());
    assertThat(future).isCompletedExceptionally();
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    Policy<String> undisturbed = Policies.wrap(breaker.gate(), breaker.recorder());
    assertThatThrownBy(() -> undisturbed.call(new ScriptedCall<String>().fail(down)))
        .isSameAs(down);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.gate().describe()).isEqualTo("gate(cdn)");
  }

  private Policy<String> resetting() {
    return Policy.of(
        (call, context) -> {
          registry.reset("cdn");
          return call.invoke(context);
        },
        (call, context) -> {
          registry.reset("cdn");
          try {
            return call.invoke(context).<String>thenApply(value -> value).toCompletableFuture();
          } catch (Exception failure) {
            return CompletableFuture.failedFuture(failure);
          }
        });
  }

  @Test
  @DisplayName("RG-07 T138 T141: listeners stay with the name; a reset is told and logged")
  void listenersStay() {
    registry.listener("cdn", events);
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    fail(breaker, 5);
    registry.reset("cdn");
    fail(breaker, 5);

    assertThat(events.of(CircuitStateChanged.class)).hasSize(2);
    assertThat(events.of(PolicyReset.class)).containsExactly(new PolicyReset("cdn"));
  }

  @Test
  @DisplayName("RG-07: a listener of all names hears every name")
  void listenerOfAll() {
    registry.listener(events);
    fail(registry.circuitBreaker("a"), 5);
    fail(registry.circuitBreaker("b"), 5);
    registry.resetAll();

    assertThat(events.of(CircuitStateChanged.class))
        .extracting(CircuitStateChanged::policy)
        .containsExactly("a", "b");
    assertThat(events.of(PolicyReset.class)).hasSize(2);
  }

  @Test
  @DisplayName("RG-08: resetAll resets every name that was used")
  void resetsAll() {
    fail(registry.circuitBreaker("a"), 5);
    fail(registry.circuitBreaker("b"), 5);

    registry.resetAll();

    assertThat(registry.snapshots().values())
        .extracting(CircuitBreakerSnapshot::state)
        .containsOnly(CircuitState.CLOSED);
  }

  @Test
  @DisplayName("RG-08: a reset whose settings are bad changes nothing")
  void badResetChangesNothing() {
    fail(registry.circuitBreaker("a"), 5);
    fail(registry.circuitBreaker("b"), 5);
    registry.configureCircuitBreaker("b", breaker -> breaker.minimumCalls(1));

    assertThatThrownBy(registry::resetAll).isInstanceOf(IllegalArgumentException.class);

    assertThat(registry.circuitBreaker("a").state()).isEqualTo(CircuitState.OPEN);
    assertThat(registry.circuitBreaker("b").state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  @DisplayName(
      "RG-08: reset of an unknown name is an error that lists the names; of an unused, none")
  void resetOfUnknownNames() {
    registry.configureRetry("known", retry -> {});

    registry.reset("known");
    assertThatThrownBy(() -> registry.reset("knwon"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[known]");
  }

  @Test
  @DisplayName("RG-09 G67 G70: snapshots by name, of the breakers that were used")
  void snapshots() {
    registry.configureCircuitBreaker("unused", breaker -> {});
    fail(registry.circuitBreaker("cdn"), 2);

    assertThat(registry.snapshots()).containsOnlyKeys("cdn");
    CircuitBreakerSnapshot cdn = registry.snapshots().get("cdn");
    assertThat(cdn.failures()).isEqualTo(2);
    assertThat(cdn.lastFailure()).isSameAs(down);
    assertThat(registry.names()).containsExactly("cdn", "unused");
  }

  // ---- compositions

  @Test
  @DisplayName("RG-10: the composition of a name: retry > circuit breaker > timeout, as configured")
  void standardComposition() {
    registry
        .configureRetry("cdn", retry -> retry.maxAttempts(2))
        .configureCircuitBreaker("cdn", breaker -> {})
        .configureTimeout("cdn", Duration.ofSeconds(2));

    Policy<String> policy = registry.policy("cdn");

    assertThat(policy.describe()).isEqualTo("retry(cdn) > circuit-breaker(cdn) > timeout(cdn)");
    assertThat(registry.policy("cdn")).isSameAs(policy);
    ScriptedCall<String> call =
        new ScriptedCall<String>().taking(Duration.ofSeconds(3), time).succeed("late");
    assertThat(policy.callAsync(call.asAsyncCall()))
        .satisfies(future -> time.advance(Duration.ofMinutes(1)))
        .failsWithin(Duration.ofSeconds(5))
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutExceededException.class);
    assertThat(call.count()).isEqualTo(2);
    assertThat(registry.circuitBreaker("cdn").failures()).isEqualTo(2);
  }

  @Test
  @DisplayName("RG-10: a composition of one's own, made anew at a reset; its parts are shared")
  void ownComposition() {
    int[] made = {0};
    registry.define(
        "page",
        parts -> {
          made[0]++;
          return Policies.wrap(parts.retry("twice"), parts.circuitBreaker("cdn"));
        });
    Policy<String> page = registry.policy("page");
    assertThat(page.get(() -> "x")).isEqualTo("x");
    assertThat(page.describe()).isEqualTo("retry(twice) > circuit-breaker(cdn)");

    registry.reset("page");

    assertThat(made[0]).isEqualTo(2);
    assertThat(registry.names()).containsExactly("cdn", "page", "twice");
    assertThatThrownBy(() -> registry.policy("pgae"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pgae");
  }

  @Test
  @DisplayName("RG-11: a handle has all that its policy has")
  void handleForwardsEverything() throws Exception {
    CircuitBreaker breaker = registry.circuitBreaker("cdn");
    breaker.recordFailure(down);
    assertThat(breaker.failures()).isEqualTo(1);
    breaker.recordSuccess();
    assertThat(breaker.failures()).isZero();
    breaker.forceOpen();
    assertThat(breaker.wouldPermit()).isFalse();
    assertThatThrownBy(breaker::acquire).isInstanceOf(CircuitOpenException.class);
    breaker.forceHalfOpen();
    try (Permit permit = breaker.acquire()) {
      permit.success();
    }
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    breaker.disable();
    assertThat(breaker.wouldPermit()).isTrue();
    breaker.reset();
    assertThat(breaker.runtime()).isSameAs(time);
    assertThat(breaker).hasToString("circuit-breaker(cdn) closed");
    assertThat(breaker.callAsync(() -> CompletableFuture.completedFuture("later")).get())
        .isEqualTo("later");

    int[] attempts = {0};
    for (Attempt attempt :
        registry.configureRetry("r", r -> r.delay(Duration.ZERO)).retry("r").attempts()) {
      attempt.run(
          () -> {
            attempts[0]++;
            if (attempts[0] < 2) {
              throw down;
            }
          });
    }
    assertThat(attempts[0]).isEqualTo(2);
  }
}
