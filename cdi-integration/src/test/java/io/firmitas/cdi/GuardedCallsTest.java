package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import io.firmitas.breaker.CircuitOpenException;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.TimeoutExceededException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class GuardedCallsTest {
  private final TestContainer container;
  private final Service service;
  private final PolicyRuntime runtime;

  GuardedCallsTest(TestContainer.Setup setup) {
    container = TestContainer.with().setup(setup).beans(Service.class, VirtualTime.class).start();
    service = container.get(Service.class);
    runtime = container.get(PolicyRuntime.class);
  }

  @AfterEach
  void close() {
    container.close();
  }

  @Singleton
  static class Service {
    @Inject PolicyRuntime runtime;
    private int calls;
    private int failures = Integer.MAX_VALUE;

    @Retry
    String retried() throws IOException {
      return answer();
    }

    @CircuitBreaker(failureThreshold = 2, openTime = "10s")
    String broken() throws IOException {
      return answer();
    }

    @Timeout("2s")
    String slow() throws InterruptedException {
      calls++;
      runtime.sleep(Duration.ofSeconds(5).toNanos());
      return "late";
    }

    @Fallback(method = "cached")
    String withFallback(String key, int number) throws IOException {
      return answer();
    }

    String cached(String key, int number, IOException failure) {
      return "cached " + key + " " + number + " after " + failure.getMessage();
    }

    @Fallback(value = "nothing")
    @Retry(maxAttempts = 3, delay = "1s", jitter = JitterKind.NONE)
    @CircuitBreaker(failureThreshold = 2)
    @Timeout("1s")
    String all() throws IOException {
      return answer();
    }

    @Retry(maxRetries = 2, delay = "100ms", backoff = BackoffKind.FIXED, jitter = JitterKind.NONE)
    String interruptsItself() {
      return interrupted();
    }

    @Timeout("1s")
    String interruptsItselfInTime() {
      return interrupted();
    }

    @Fallback(value = "answer")
    String interruptsItselfAndFails() {
      interrupted();
      throw new IllegalStateException();
    }

    private String interrupted() {
      calls++;
      Thread.currentThread().interrupt();
      return "ok";
    }

    int calls() {
      return calls;
    }

    void failFirst(int failing) {
      failures = failing;
    }

    private String answer() throws IOException {
      calls++;
      if (calls <= failures) {
        throw new IOException("failure " + calls);
      }
      return "answer " + calls;
    }
  }

  private VirtualRuntime time() {
    return (VirtualRuntime) runtime;
  }

  @Test
  @DisplayName(
      "CDI-01, T13: a retry without members makes 3 attempts and throws the last failure itself")
  void retry() {
    assertThatThrownBy(service::retried).isInstanceOf(IOException.class).hasMessage("failure 3");
    assertThat(service.calls()).isEqualTo(3);
  }

  @Test
  @DisplayName("CDI-01: a retried method answers as soon as it succeeds")
  void retrySucceeds() throws IOException {
    service.failFirst(1);
    assertThat(service.retried()).isEqualTo("answer 2");
  }

  @Test
  @DisplayName(
      "CDI-01: a breaker opens after its failures, refuses, and lets a probe pass after its open"
          + " time")
  void breaker() throws IOException {
    service.failFirst(2);
    assertThatThrownBy(service::broken).isInstanceOf(IOException.class);
    assertThatThrownBy(service::broken).isInstanceOf(IOException.class);
    assertThatThrownBy(service::broken)
        .isInstanceOf(CircuitOpenException.class)
        .hasMessageContaining("GuardedCallsTest$Service/broken");
    time().advance(Duration.ofSeconds(10));
    assertThat(service.broken()).isEqualTo("answer 3");
  }

  @Test
  @DisplayName("CDI-01: a timeout interrupts the method when its time is up")
  void timeout() {
    assertThatThrownBy(service::slow).isInstanceOf(TimeoutExceededException.class);
    assertThat(runtime.nanoTime()).isEqualTo(Duration.ofSeconds(2).toNanos());
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  @DisplayName("CDI-30: a fallback method gets the arguments and the failure")
  void fallback() throws IOException {
    assertThat(service.withFallback("k", 7)).isEqualTo("cached k 7 after failure 1");
  }

  @Test
  @DisplayName("CDI-05: fallback is around retry, retry around breaker, breaker around timeout")
  void order() throws IOException {
    assertThat(service.all()).isEqualTo("nothing");
    assertThat(service.calls())
        .as("the breaker refused the third attempt, which is not retried")
        .isEqualTo(2);
    assertThat(runtime.nanoTime())
        .as("one delay of 1 s, one of 2 s")
        .isEqualTo(Duration.ofSeconds(3).toNanos());
  }

  @Test
  @DisplayName(
      "CDI-01, S13: an interrupt flag set by a method that succeeds stays set, and its value is"
          + " returned")
  void flagStays() {
    assertThat(service.interruptsItself()).isEqualTo("ok");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(service.interruptsItselfInTime()).isEqualTo("ok");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(service.interruptsItselfAndFails()).isEqualTo("answer");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(service.calls()).isEqualTo(3);
  }
}
