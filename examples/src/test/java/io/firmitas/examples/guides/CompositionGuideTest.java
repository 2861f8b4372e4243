package io.firmitas.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Context;
import io.firmitas.ContextKey;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The guide of composition")
@ExtendWith(FirmitasExtension.class)
class CompositionGuideTest {
  private final ScriptedCall<Page> dead = new ScriptedCall<Page>().fail(new IOException("down"));
  private Retry retry = Retry.ofDefaults();
  private CircuitBreaker breaker = CircuitBreaker.ofDefaults();

  @BeforeEach
  void virtualTime(VirtualRuntime runtime) {
    retry = Retry.builder().runtime(runtime).build();
    breaker = CircuitBreaker.builder().runtime(runtime).build();
  }

  @Test
  @DisplayName("first argument is outermost, and describe shows it")
  void order() {
    Fallback<Page> fallback = Fallback.of(new Page("cached"));
    Timeout timeout = Timeout.of(Duration.ofSeconds(2));
    // snippet: compose-order
    Policy<Page> policy = Policies.wrap(fallback, retry, breaker, timeout);
    Policy<Page> same = fallback.around(retry.around(breaker.around(timeout)));
    // end

    assertThat(policy.describe())
        .isEqualTo(same.describe())
        .isEqualTo(
            "fallback(fallback) > retry(retry) > circuit-breaker(circuit-breaker) >"
                + " timeout(timeout)");
  }

  @Test
  @DisplayName("breaker inside the retry: 5 attempts open it, in the second call (T11, Z27)")
  void breakerInside() {
    Policy<Object> policy = Policies.wrap(retry, breaker);

    assertThatThrownBy(() -> policy.call(dead)).hasMessage("down");
    assertThat(breaker.failures()).isEqualTo(3);
    assertThatThrownBy(() -> policy.call(dead)).isInstanceOf(CircuitOpenException.class);
    assertThat(dead.count()).isEqualTo(5);
  }

  @Test
  @DisplayName("breaker outside the retry: 5 calls open it, after 15 attempts")
  void breakerOutside() {
    Policy<Object> policy = Policies.wrap(breaker, retry);

    for (int call = 1; call <= 5; call++) {
      assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
      assertThatThrownBy(() -> policy.call(dead)).hasMessage("down");
    }
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(dead.count()).isEqualTo(15);
  }

  @Test
  @DisplayName("gate outside and recorder inside: asked once per call, sees every attempt (Z87)")
  void gate() {
    Policy<Object> policy = Policies.wrap(breaker.gate(), retry, breaker.recorder());

    assertThatThrownBy(() -> policy.call(dead)).hasMessage("down");
    assertThatThrownBy(() -> policy.call(dead)).hasMessage("down");
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(dead.count()).isEqualTo(6);
    assertThatThrownBy(() -> policy.call(dead)).isInstanceOf(CircuitOpenException.class);
    assertThat(dead.count()).isEqualTo(6);
  }

  @Test
  @DisplayName("a timeout inside a breaker is a failure for it, one outside is not")
  void timeoutAndBreaker(VirtualRuntime runtime) {
    Timeout timeout = Timeout.builder(Duration.ofSeconds(1)).runtime(runtime).build();
    var slow = new ScriptedCall<Page>().taking(Duration.ofSeconds(5), runtime);
    slow.succeed(new Page("late"));

    assertThatThrownBy(() -> timeout.around(breaker).call(slow))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(breaker.failures()).isZero();
    assertThatThrownBy(() -> breaker.around(timeout).call(slow))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(breaker.failures()).isEqualTo(1);
  }

  @Test
  @DisplayName("the policy may depend on the call")
  void when() {
    // snippet: compose-when
    ContextKey<Boolean> interactive = ContextKey.named("interactive");
    Policy<Object> patient = Policies.wrap(retry, breaker);
    Policy<Object> policy =
        Policies.when(context -> context.get(interactive).orElse(false), breaker, patient);
    // end

    Context context = Context.root().with(interactive, true);
    assertThatThrownBy(() -> policy.execute(dead.asCall(), context)).hasMessage("down");
    assertThat(dead.count()).isEqualTo(1);
    assertThatThrownBy(() -> policy.execute(dead.asCall(), Context.root())).hasMessage("down");
    assertThat(dead.count()).isEqualTo(4);
  }
}
