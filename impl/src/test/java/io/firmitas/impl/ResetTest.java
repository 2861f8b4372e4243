package io.firmitas.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CircuitState;
import io.firmitas.fallback.Fallback;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBudget;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a reset of a policy, or of a composition, makes it forget. */
class ResetTest {
  private final VirtualRuntime time = new VirtualRuntime();
  private final AtomicInteger calls = new AtomicInteger();

  private String down() {
    calls.incrementAndGet();
    throw new IllegalStateException("down");
  }

  private CircuitBreaker breaker() {
    return CircuitBreaker.builder("breaker").runtime(time).failureThreshold(1).build();
  }

  private Retry retry(RetryBudget budget) {
    return Retry.builder("retry")
        .runtime(time)
        .maxAttempts(2)
        .backoff(Backoff.fixed(Duration.ZERO))
        .budget(budget)
        .build();
  }

  @Test
  @DisplayName("RG-14: a composition resets its parts, however they are composed")
  void composition() {
    CircuitBreaker breaker = breaker();
    CircuitBreaker other = breaker();
    Policy<String> policy =
        Policies.wrap(
            Fallback.<String>builder().runtime(time).on(Error.class, e -> "x").build(),
            Policies.<Object>when(context -> true, other, breaker),
            Policy.<Object>of(breaker, breaker::executeAsync));
    breaker.forceOpen();
    other.forceOpen();
    policy.reset();
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(other.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  @DisplayName("RG-14: gate and recorder reset their breaker")
  void halves() {
    CircuitBreaker breaker = breaker();
    breaker.forceOpen();
    Policies.wrap(breaker.gate(), breaker.recorder()).reset();
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  @DisplayName("RG-14: a retry's budget of tokens is full again")
  void budget() {
    Retry retry = retry(RetryBudget.ofTokens(1, 1));
    assertThatThrownBy(() -> retry.get(this::down)).hasMessage("down");
    assertThatThrownBy(() -> retry.get(this::down)).hasMessage("down");
    assertThat(calls).as("the second call had no token").hasValue(3);
    retry.reset();
    assertThatThrownBy(() -> retry.get(this::down)).hasMessage("down");
    assertThat(calls).hasValue(5);
  }

  @Test
  @DisplayName("RG-14: a budget that throws does not break the reset, nor calls")
  void brokenBudget() {
    Retry retry =
        retry(
            new RetryBudget() {
              @Override
              public void callStarted() {}

              @Override
              public boolean tryRetry(boolean first) {
                return true;
              }

              @Override
              public void callEnded(boolean succeeded, boolean retried) {}

              @Override
              public void reset() {
                throw new IllegalStateException("cannot");
              }
            });
    retry.reset();
    assertThatThrownBy(() -> retry.get(this::down)).hasMessage("down");
    assertThat(calls).hasValue(2);
  }

  @Test
  @DisplayName("RG-14: a fallback forgets the last known good answers")
  void fallback() throws Exception {
    Fallback<String> fallback =
        Fallback.<String>builder()
            .runtime(time)
            .lastKnownGood(Duration.ofHours(1), 10, context -> "key")
            .build();
    assertThat(fallback.call(() -> "good")).isEqualTo("good");
    assertThat(fallback.get(this::down)).isEqualTo("good");
    fallback.reset();
    assertThatThrownBy(() -> fallback.get(this::down)).hasMessage("down");
  }

  @Test
  @DisplayName("RG-14: sources are switched on, and their retry is reset")
  void sources() {
    Sources<String> sources =
        Sources.<String>builder("sources")
            .runtime(time)
            .add("only", "only")
            .failureThreshold(1)
            .retry(retry(RetryBudget.ofTokens(1, 1)))
            .build();
    assertThatThrownBy(() -> sources.get(this::down));
    assertThat(sources.status().get(0).available()).isFalse();
    sources.reset();
    assertThat(sources.status().get(0).available()).isTrue();
    assertThatThrownBy(() -> sources.get(this::down));
    assertThat(calls).hasValue(4);
  }

  @Test
  @DisplayName("RG-14: the reset of a handle keeps the instance, unlike that of the registry")
  void handles() {
    PolicyRegistry registry =
        PolicyRegistry.create(time)
            .configureRetry(
                "name",
                retry ->
                    retry
                        .maxAttempts(2)
                        .backoff(Backoff.fixed(Duration.ZERO))
                        .budget(RetryBudget.ofTokens(1, 1)));
    registry.circuitBreaker("name").forceOpen();
    Policy<String> whole = registry.policy("name");
    Object before = registry.retry("name").config();
    whole.reset();
    assertThat(registry.circuitBreaker("name").state()).isEqualTo(CircuitState.CLOSED);
    assertThat(registry.retry("name").config()).isSameAs(before);
  }
}
