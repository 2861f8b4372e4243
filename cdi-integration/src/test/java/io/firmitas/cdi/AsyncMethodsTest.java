package io.firmitas.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.firmitas.PolicyRuntime;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.TimeoutExceededException;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.firmitas.cdi.TestContainer$Setup#possible")
class AsyncMethodsTest {
  private final TestContainer container;
  private final Service service;
  private final PolicyRuntime runtime;

  AsyncMethodsTest(TestContainer.Setup setup) {
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
    private int calls;
    private int failures;
    private CompletableFuture<String> last = new CompletableFuture<>();

    int calls() {
      return calls;
    }

    void failFirst(int failing) {
      failures = failing;
    }

    CompletableFuture<String> last() {
      return last;
    }

    @Retry(delay = "1h", maxDelay = "1d", jitter = JitterKind.NONE, retryOn = IOException.class)
    CompletionStage<String> retried() {
      calls++;
      if (calls <= failures) {
        // The failure arrives in a wrapper, because it passes a dependent stage.
        return CompletableFuture.<String>failedFuture(new IOException("down"))
            .thenApply(text -> text);
      }
      return CompletableFuture.completedFuture("answer " + calls);
    }

    @Retry(delay = "0s")
    CompletableFuture<String> throwing() {
      calls++;
      throw new IllegalStateException("not even a stage");
    }

    @Timeout("2s")
    CompletableFuture<String> pending() {
      last = new CompletableFuture<>();
      return last;
    }

    @CircuitBreaker(failureThreshold = 1)
    @Fallback(method = "later", applyOn = IOException.class)
    CompletionStage<String> withFallback(String key) {
      calls++;
      return CompletableFuture.failedFuture(new IOException("down"));
    }

    CompletableFuture<String> later(String key) {
      return CompletableFuture.completedFuture("later " + key);
    }

    @Fallback(value = "42")
    CompletionStage<Integer> withValue() {
      return CompletableFuture.failedFuture(new IOException("down"));
    }
  }

  private VirtualRuntime time() {
    return (VirtualRuntime) runtime;
  }

  @Test
  @DisplayName(
      "CDI-20, S22: a failed stage is retried, its failure seen without wrappers; no thread waits")
  void retry() {
    service.failFirst(2);
    CompletableFuture<String> answer = service.retried().toCompletableFuture();
    assertThat(answer).as("the delay of an hour holds no caller").isNotDone();
    time().advance(Duration.ofHours(3));
    assertThat(answer).isCompletedWithValue("answer 3");
  }

  @Test
  @DisplayName("CDI-20: what the method throws comes in the returned stage, after all attempts")
  void thrown() {
    assertThat(service.throwing())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("not even a stage");
    assertThat(service.calls()).isEqualTo(3);
  }

  @Test
  @DisplayName("CDI-20: the returned future fails on time and the stage of the method is cancelled")
  void timeout() {
    CompletableFuture<String> answer = service.pending();
    time().advance(Duration.ofSeconds(2));
    assertThatThrownBy(answer::join).hasCauseInstanceOf(TimeoutExceededException.class);
    assertThat(service.last()).isCancelled();
  }

  @Test
  @DisplayName("CDI-21: cancelling the returned future cancels the stage of the method")
  void cancellation() {
    CompletableFuture<String> answer = service.pending();
    answer.cancel(true);
    assertThat(service.last()).isCancelled();
  }

  @Test
  @DisplayName("CDI-30: a fallback method may answer with a stage; applyOn decides")
  void fallback() {
    assertThat(service.withFallback("k").toCompletableFuture()).isCompletedWithValue("later k");
    assertThat(service.withFallback("k").toCompletableFuture())
        .as("the open circuit is no IOException")
        .isCompletedExceptionally();
    assertThat(service.calls()).isEqualTo(1);
  }

  @Test
  @DisplayName("CDI-32: a fallback value is converted to what the stage completes with")
  void value() {
    assertThat(service.withValue().toCompletableFuture()).isCompletedWithValue(42);
  }
}
