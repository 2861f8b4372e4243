package io.firmitas.tck.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Why Failsafe's retry misses rule RT-02: shown by Failsafe and the scheduler alone, without an
 * adapter of policies around it.
 */
class FailsafeImmediateRetryTest {
  private final VirtualRuntime time = new VirtualRuntime();
  private final AtomicInteger attempts = new AtomicInteger();

  private CompletableFuture<Object> start(long firstDelayNanos) {
    RetryPolicy<Object> policy =
        RetryPolicy.builder()
            .withMaxAttempts(3)
            .withDelayFn(
                execution ->
                    execution.getAttemptCount() == 1
                        ? Duration.ofNanos(firstDelayNanos)
                        : Duration.ofSeconds(1))
            .build();
    FailsafeExecutor<Object> executor = Failsafe.with(policy).with(new FailsafeScheduler(time));
    return executor.getStageAsync(
        () -> {
          attempts.incrementAndGet();
          return CompletableFuture.failedFuture(new IllegalStateException("down"));
        });
  }

  @Test
  @DisplayName("a delayed retry after a delayed one is made")
  void afterDelayed() {
    CompletableFuture<Object> stage = start(1);

    time.advance(Duration.ofSeconds(10));

    assertEquals(3, attempts.get());
    assertTrue(stage.isCompletedExceptionally());
  }

  @Test
  @DisplayName("a delayed retry after one without delay, run by the same thread, is never made")
  void afterImmediate() {
    CompletableFuture<Object> stage = start(0);

    time.advance(Duration.ofDays(1));

    assertEquals(2, attempts.get());
    assertFalse(stage.isDone());
  }
}
