package io.firmitas.examples.recipes;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.PolicyRuntime;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.examples.recipes.HttpFailures.NetworkException;
import io.firmitas.examples.recipes.HttpFailures.RefusedException;
import io.firmitas.retry.Retry;
import java.time.Duration;
import java.util.function.Consumer;

/** A client of an API with everything around its calls. */
final class ProtectedClient {
  private ProtectedClient() {}

  static Policy<String> policy(PolicyRuntime runtime, Consumer<String> log) {
    // snippet: recipe-everything
    Retry retry =
        Retry.builder("api")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(500)))
            .maxDelay(Duration.ofSeconds(10))
            .totalTimeLimit(Duration.ofSeconds(30))
            .retryOn(NetworkException.class)
            .abortOn(RefusedException.class)
            .onRetry(r -> log.accept("retry " + r.attempt()))
            .runtime(runtime)
            .build();
    CircuitBreaker breaker =
        CircuitBreaker.builder("api")
            .failureThreshold(10)
            .openTime(Duration.ofSeconds(60))
            .ignore(RefusedException.class)
            .runtime(runtime)
            .build();
    Policy<String> api = Policies.wrap(retry, breaker);
    // end
    return api;
  }
}
