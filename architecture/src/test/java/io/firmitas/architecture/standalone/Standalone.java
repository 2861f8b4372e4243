package io.firmitas.architecture.standalone;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that has nothing but the API and its implementation; prints what it sees. */
public final class Standalone {
  private static final List<String> FRAMEWORKS =
      List.of(
          "jakarta.enterprise.inject.spi.CDI",
          "jakarta.interceptor.Interceptor",
          "org.eclipse.microprofile.config.Config",
          "org.jspecify.annotations.Nullable");

  private Standalone() {}

  /** Lets a call fail under three policies. */
  public static void main(String[] arguments) {
    AtomicInteger calls = new AtomicInteger();
    CircuitBreaker breaker = CircuitBreaker.builder().failureThreshold(3).build();
    Policy<String> policy =
        Policies.wrap(
            Fallback.of("cached"), Retry.builder().delay(Duration.ofMillis(1)).build(), breaker);

    String answer =
        policy.get(
            () -> {
              calls.incrementAndGet();
              throw new IllegalStateException("down");
            });

    System.out.println("module " + Standalone.class.getModule().getName());
    System.out.println(answer + " after " + calls + " calls, " + breaker.state());
    FRAMEWORKS.forEach(name -> System.out.println(name + (isThere(name) ? " found" : " absent")));
  }

  private static boolean isThere(String className) {
    try {
      Class.forName(className);
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }
}
