package io.firmitas.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.event.CircuitState;
import io.firmitas.examples.recipes.HttpFailures.NetworkException;
import io.firmitas.registry.PolicyRegistry;
import io.firmitas.retry.Retry;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.testkit.junit.FirmitasExtension;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Recipe: everything together")
@ExtendWith(FirmitasExtension.class)
class ProtectedClientRecipeTest {
  private static final IOException DOWN = new IOException("down");
  private static final String URL = "https://api.example/items";
  private final List<String> log = new ArrayList<>();

  @Test
  @DisplayName("Z28: once it is open, nothing is called and nothing waited for")
  void open(VirtualRuntime runtime) {
    Policy<String> api = ProtectedClient.policy(runtime, log::add);
    var service = new ScriptedCall<String>().fail(new NetworkException(URL, 503));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> api.call(service)).isInstanceOf(Exception.class);
    }
    assertThat(service.count()).isEqualTo(10);
    runtime.clearFacts();

    assertThatThrownBy(() -> api.call(service)).isInstanceOf(CircuitOpenException.class);

    assertThat(service.count()).isEqualTo(10);
    assertThat(runtime.sleeps()).isEmpty();
  }

  @Test
  @DisplayName("Z1: one name gives retry and breaker")
  void oneName(VirtualRuntime runtime) {
    // snippet: recipe-one-name
    PolicyRegistry registry =
        PolicyRegistry.create(runtime)
            .configureRetry("api", retry -> retry.maxAttempts(3))
            .configureCircuitBreaker("api", breaker -> breaker.failureThreshold(3));
    Policy<String> api = registry.policy("api");
    // end
    var service = new ScriptedCall<String>().fail(DOWN);

    assertThatThrownBy(() -> api.call(service)).isSameAs(DOWN);
    assertThat(service.count()).isEqualTo(3);
    assertThatThrownBy(() -> api.call(service)).isInstanceOf(CircuitOpenException.class);
    assertThat(service.count()).isEqualTo(3);
  }

  @Test
  @DisplayName("Z90: a database: five attempts for passing errors, one alert at the end")
  void database(VirtualRuntime runtime) {
    // snippet: recipe-database
    Retry retry =
        Retry.builder("database")
            .maxAttempts(5)
            .backoff(Backoff.exponential(Duration.ofSeconds(2)))
            .maxDelay(Duration.ofSeconds(30))
            .retryOn(SQLTransientException.class)
            .onGiveUp(f -> log.add("ALERT after " + f.attempts() + " attempts"))
            .runtime(runtime)
            .build();
    // end
    SQLTransientException lost = new SQLTransientException("lost");

    assertThatThrownBy(() -> retry.call(new ScriptedCall<String>().fail(lost))).isSameAs(lost);

    assertThat(runtime.sleeps()).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(runtime.sleeps().get(i)).isLessThanOrEqualTo(Duration.ofSeconds(2L << i));
    }
    assertThat(log).containsExactly("ALERT after 5 attempts");
    var syntax = new ScriptedCall<String>().fail(new SQLException("syntax"));
    assertThatThrownBy(() -> retry.call(syntax)).hasMessage("syntax");
    assertThat(syntax.count()).isEqualTo(1);
  }

  @Test
  @DisplayName("Z91: an asynchronous consumer: twenty failures open for two minutes")
  void consumer(VirtualRuntime runtime) throws Exception {
    // snippet: recipe-consumer
    Retry retry = Retry.builder().maxAttempts(3).runtime(runtime).build();
    CircuitBreaker breaker =
        CircuitBreaker.builder("queue")
            .failureThreshold(20)
            .openTime(Duration.ofMinutes(2))
            .runtime(runtime)
            .build();
    Policy<String> consumer = Policies.wrap(retry, breaker);
    // end
    var job = new ScriptedCall<String>().fail(20, DOWN).succeed("done");

    for (int i = 0; i < 7; i++) {
      CompletableFuture<String> pending = consumer.callAsync(job.asAsyncCall());
      assertThatThrownBy(() -> runtime.await(pending)).isInstanceOf(Exception.class);
    }
    assertThat(job.count()).isEqualTo(20);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    runtime.advance(Duration.ofMinutes(2));
    CompletableFuture<String> probe = consumer.callAsync(job.asAsyncCall());
    assertThat(runtime.await(probe)).isEqualTo("done");
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  private static int callsOf(Policy<Object> policy) {
    var service = new ScriptedCall<String>().fail(DOWN);
    assertThatThrownBy(() -> policy.call(service)).isInstanceOf(Exception.class);
    return service.count();
  }

  @Test
  @DisplayName("Z85 Z86: a hundred attempts, threshold 5: 5, 100 or 100 calls by order")
  void orders(VirtualRuntime runtime) {
    Retry retry = Retry.builder().maxAttempts(100).delay(Duration.ZERO).runtime(runtime).build();
    CircuitBreaker each = CircuitBreaker.builder().runtime(runtime).build();
    CircuitBreaker whole = CircuitBreaker.builder().runtime(runtime).build();
    CircuitBreaker halves = CircuitBreaker.builder().runtime(runtime).build();
    // snippet: recipe-orders
    Policy<Object> perAttempt = Policies.wrap(retry, each); // 5 calls, then it is open
    Policy<Object> perCall = Policies.wrap(whole, retry); // 100 calls, one failure
    Policy<Object> once = Policies.wrap(halves.gate(), retry, halves.recorder()); // 100, open
    // end

    assertThat(callsOf(perAttempt)).isEqualTo(5);
    assertThat(callsOf(perCall)).isEqualTo(100);
    assertThat(whole.failures()).isEqualTo(1);
    assertThat(callsOf(once)).isEqualTo(100);
    assertThat(halves.state()).isEqualTo(CircuitState.OPEN);
    assertThat(callsOf(once)).isZero();
  }
}
