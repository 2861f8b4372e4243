package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Context;
import io.firmitas.PolicyRuntime;
import io.firmitas.backoff.Backoff;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.event.CallbackFailed;
import io.firmitas.fallback.Fallback;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBudget;
import io.firmitas.tck.harness.EachMode;
import io.firmitas.tck.harness.Mode;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What policies make of single wrong answers; {@link HostileHookRules} has them all. */
public abstract class HostileAnswerRules extends Scenario {
  private final IOException failure = new IOException("down");
  private final IllegalStateException hostile = new IllegalStateException("hostile");

  @EachMode
  @Rule("CB-59")
  @DisplayName("a backoff of the open time that gives no time means 60 s")
  void noOpenTime(Mode mode) {
    for (Duration none : Arrays.asList(null, Duration.ZERO, seconds(-1))) {
      CircuitBreaker breaker = reopened(mode, opening -> none);

      assertEquals(seconds(60), breaker.snapshot().remainingOpenTime(), "after " + none);
    }
  }

  @EachMode
  @Rule("CB-59")
  @DisplayName("what a backoff of the open time throws is reported and does not reach the caller")
  void throwingOpenTime(Mode mode) {
    CircuitBreaker breaker =
        reopened(
            mode,
            opening -> {
              throw hostile;
            });

    assertEquals(seconds(60), breaker.snapshot().remainingOpenTime());
    assertSame(hostile, events.last(CallbackFailed.class).failure());
  }

  /** Opened for the second time, for a time that the backoff chooses. */
  private CircuitBreaker reopened(Mode mode, Backoff second) {
    CircuitBreaker breaker =
        breaker(
            CircuitBreaker.builder()
                .failureThreshold(1)
                .openTime(opening -> opening == 1 ? seconds(1) : second.delay(opening)));
    run(mode, breaker, failing(failure)).assertFailedWith(failure);
    time.advance(seconds(1));
    run(mode, breaker, failing(failure)).assertFailedWith(failure);
    return breaker;
  }

  @EachMode
  @Rule("RT-43")
  @DisplayName("a budget that throws when it is asked has refused; told, it changes nothing")
  void throwingBudget(Mode mode) {
    Retry retry = retry(Retry.builder().maxAttempts(3).budget(new ThrowingBudget()));

    run(mode, retry, returning("page")).assertReturned("page");
    run(mode, retry, failing(failure)).assertFailedWith(failure);

    assertEquals(0, time.scheduledDelays().size() + time.sleeps().size());
    assertEquals(5, events.of(CallbackFailed.class).size(), "reports");
    assertSame(hostile, events.last(CallbackFailed.class).failure());
  }

  private final class ThrowingBudget implements RetryBudget {
    @Override
    public void callStarted() {
      throw hostile;
    }

    @Override
    public boolean tryRetry(boolean first) {
      throw hostile;
    }

    @Override
    public void callEnded(boolean succeeded, boolean retried) {
      throw hostile;
    }
  }

  @EachMode
  @Rule("FB-16")
  @DisplayName("a key of results that has no hash code is reported and remembers nothing")
  void hostileKey(Mode mode) {
    Fallback<String> fallback =
        fallback(
            Fallback.<String>builder().lastKnownGood(seconds(60), 1, context -> new BrokenKey()));

    run(mode, fallback, returning("page")).assertReturned("page");
    run(mode, fallback, failing(failure)).assertFailedWith(failure);

    assertFalse(events.of(CallbackFailed.class).isEmpty(), "reported");
  }

  private static final class BrokenKey {
    @Override
    public int hashCode() {
      throw new IllegalStateException("hostile");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }
  }

  @Test
  @Rule({"UC-07", "AS-01"})
  @DisplayName("a timer that cannot be set fails the call and cancels its stage")
  void noTimer() {
    HostileRuntime runtime = new HostileRuntime(time);
    Timeout timeout = create(Timeout.builder(seconds(1)).runtime((PolicyRuntime) runtime).config());
    CompletableFuture<Object> stage = new CompletableFuture<>();
    runtime.fail(Fault.SCHEDULER_FAILS);

    CompletableFuture<Object> future = timeout.executeAsync(context -> stage, Context.root());

    assertEquals(
        RejectedExecutionException.class,
        future.handle((value, thrown) -> thrown.getClass()).join());
    assertEquals(0, time.pendingTimers());
  }

  @Test
  @Rule({"UC-07", "TO-14"})
  @DisplayName("a timeout ends its call on time when the executor refuses")
  void noExecutor() {
    HostileRuntime runtime = new HostileRuntime(time);
    Timeout timeout = create(Timeout.builder(seconds(1)).runtime((PolicyRuntime) runtime).config());
    CompletableFuture<Object> stage = new CompletableFuture<>();
    CompletableFuture<Object> future = timeout.executeAsync(context -> stage, Context.root());
    runtime.fail(Fault.EXECUTOR_REJECTS);

    time.advance(seconds(1));

    assertTrue(future.isDone(), "on time");
    assertTrue(stage.isCancelled());
  }
}
