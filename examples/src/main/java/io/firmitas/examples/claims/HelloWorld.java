package io.firmitas.examples.claims;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import java.util.concurrent.Callable;

/** The smallest program with everything in it. */
final class HelloWorld {
  private HelloWorld() {}

  static String greet(Callable<String> service) throws Exception {
    // snippet: hello
    Retry retry = Retry.ofAttempts(3);
    CircuitBreaker breaker = CircuitBreaker.ofDefaults();
    Policy<String> policy = Policies.wrap(Fallback.of("hello, whoever"), retry, breaker);
    return policy.call(service);
    // end
  }
}
