package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Call;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.event.CircuitState;
import io.firmitas.retry.RetryBudget;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A reset of everything that the policies of a container remember. */
class ResetAllTest {
  private static final AtomicInteger CALLS = new AtomicInteger();
  private static final AtomicInteger RESETS = new AtomicInteger();
  private static volatile boolean down;

  @BeforeEach
  void start() {
    CALLS.set(0);
    RESETS.set(0);
    down = false;
  }

  private static String answer() {
    CALLS.incrementAndGet();
    if (down) {
      throw new IllegalStateException("down");
    }
    return "good";
  }

  @ApplicationScoped
  static class Service {
    @Retry(maxAttempts = 2, delay = "0s", budget = "tokens")
    public String budgeted() {
      return answer();
    }

    @CircuitBreaker(failureThreshold = 1)
    public String broken() {
      return answer();
    }

    @FromSources(
        value = {"a"},
        failureThreshold = 1)
    public String sourced(@CurrentSource String source) {
      return answer();
    }

    @Fallback(lastKnownGood = "1h")
    public String remembered() {
      return answer();
    }

    @Guarded("own")
    public String own() {
      return answer();
    }
  }

  @ApplicationScoped
  static class Producers {
    @Produces
    @Singleton
    @PolicyName("tokens")
    RetryBudget budget() {
      return RetryBudget.ofTokens(1, 1);
    }

    @Produces
    @Singleton
    @PolicyName("own")
    Policy<String> own() {
      return new Policy<>() {
        @Override
        public String execute(Call<? extends String> call, Context context) throws Exception {
          return call.invoke(context);
        }

        @Override
        public void reset() {
          RESETS.incrementAndGet();
        }
      };
    }
  }

  @ApplicationScoped
  static class Injected {
    @Inject
    @PolicyOf("only-injected")
    io.firmitas.breaker.CircuitBreaker breaker;

    io.firmitas.breaker.CircuitBreaker breaker() {
      return breaker;
    }
  }

  @Test
  @DisplayName("CDI-88: AllPolicies forgets what policies of every kind know")
  void all() {
    try (TestContainer container =
        TestContainer.with()
            .beans(Service.class, Producers.class, Injected.class, VirtualTime.class)
            .key("firmitas.only-injected.circuit-breaker.enabled", "true")
            .start()) {
      Service service = container.get(Service.class);
      service.remembered();
      down = true;
      assertThatThrownBy(service::budgeted).hasMessage("down");
      assertThatThrownBy(service::broken).hasMessage("down");
      assertThatThrownBy(() -> service.sourced(null)).hasMessageContaining("down");
      assertThat(service.remembered()).isEqualTo("good");
      container.get(Injected.class).breaker().forceOpen();

      container.get(AllPolicies.class).reset();

      CALLS.set(0);
      assertThatThrownBy(service::budgeted).hasMessage("down");
      assertThat(CALLS).as("the budget has its token again").hasValue(2);
      assertThatThrownBy(service::broken).as("closed").hasMessage("down");
      assertThat(container.get(SourceLists.class).status().values())
          .allSatisfy(all -> assertThat(all.get(0).available()).isTrue());
      assertThatThrownBy(service::remembered).as("forgotten").hasMessage("down");
      assertThat(container.get(Injected.class).breaker().state()).isEqualTo(CircuitState.CLOSED);
      assertThat(RESETS).as("the policy of the application").hasValue(1);
    }
  }

  @Test
  @DisplayName("CDI-70: CircuitBreakers resets breakers only")
  void breakersOnly() {
    try (TestContainer container =
        TestContainer.of(Service.class, Producers.class, VirtualTime.class)) {
      Service service = container.get(Service.class);
      service.remembered();
      down = true;
      assertThatThrownBy(service::broken).hasMessage("down");
      container.get(CircuitBreakers.class).resetAll();
      assertThatThrownBy(service::broken).hasMessage("down");
      assertThat(service.remembered()).isEqualTo("good");
    }
  }
}
