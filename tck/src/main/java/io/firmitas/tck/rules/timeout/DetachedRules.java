package io.firmitas.tck.rules.timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Context;
import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.breaker.CircuitBreaker;
import io.firmitas.tck.harness.Crowd;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.Gate;
import io.firmitas.testkit.VirtualRuntime;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Callers that do not wait for their call: detached and asynchronous. */
public abstract class DetachedRules extends Scenario {
  private final Gate gate = Gate.ignoringInterrupts();

  @AfterEach
  void releaseAbandonedCalls() {
    gate.open();
    time.awaitTasks();
  }

  private Timeout detached() {
    time = VirtualRuntime.stepwise();
    return timeout(Timeout.builder(seconds(1)).detached());
  }

  /** The call may run before its caller has set the timer. */
  private void awaitTimer() {
    awaitUntil("the timeout has set its timer", () -> time.pendingTimers() > 0);
  }

  @Test
  @Rule({"TO-11", "TO-02"})
  @DisplayName(
      "a detached call that ignores interrupts: the caller is back on time, the call's context is"
          + " cancelled")
  void backOnTime() {
    Timeout timeout = detached();
    Context[] inside = new Context[1];
    try (Crowd caller =
        Crowd.of(
            1,
            () ->
                timeout.call(
                    (Context context) -> {
                      inside[0] = context;
                      return gate.call("late").invoke(context);
                    }))) {
      gate.awaitArrivals(1);
      assertFalse(inside[0].isCancelled());
      awaitTimer();

      time.advance(seconds(1));

      caller.outcomes().get(0).assertFailed(TimeoutExceededException.class);
      assertEquals(1, gate.inside());
      assertTrue(inside[0].isCancelled());
    }
  }

  @Test
  @Rule("TO-11")
  @DisplayName("a detached call runs on another thread, and is interrupted at the limit")
  void interrupted() throws Exception {
    Timeout timeout = detached();
    Thread[] ran = new Thread[2];
    CountDownLatch interrupted = new CountDownLatch(1);
    try (Crowd caller =
        Crowd.of(
            1,
            () -> {
              ran[0] = Thread.currentThread();
              return timeout.call(
                  () -> {
                    ran[1] = Thread.currentThread();
                    try {
                      time.sleep(seconds(60).toNanos());
                      return "not interrupted";
                    } catch (InterruptedException expected) {
                      interrupted.countDown();
                      throw expected;
                    }
                  });
            })) {
      time.awaitSleepers(1);
      awaitTimer();

      time.advance(seconds(1));

      caller.outcomes().get(0).assertFailed(TimeoutExceededException.class);
      assertTrue(interrupted.await(10, TimeUnit.SECONDS), "the abandoned call was not interrupted");
      assertNotSame(ran[0], ran[1]);
    }
  }

  @Test
  @Rule({"TO-11", "TO-01"})
  @DisplayName("a detached call that ends in time passes its result or failure")
  void inTime() {
    Timeout timeout = detached();
    IOException failure = new IOException("down");
    try (Crowd caller = Crowd.of(1, () -> timeout.call(() -> "page"));
        Crowd failing =
            Crowd.of(
                1,
                () ->
                    timeout.call(
                        () -> {
                          throw failure;
                        }))) {
      caller.outcomes().get(0).assertReturned("page");
      failing.outcomes().get(0).assertFailedWith(failure);
    }
    assertEquals(0, time.pendingTimers());
  }

  @Test
  @Rule("TO-12")
  @DisplayName("the permit of a breaker inside is held until the abandoned call has really ended")
  void permits() {
    Timeout timeout = detached();
    CircuitBreaker breaker = breaker(CircuitBreaker.builder().openTime(seconds(500)));
    breaker.forceHalfOpen();
    Policy<Object> policy = Policies.wrap(timeout, breaker);
    try (Crowd caller = Crowd.of(1, () -> policy.call(gate.callable("late")))) {
      gate.awaitArrivals(1);
      awaitTimer();
      time.advance(seconds(1));
      caller.outcomes().get(0).assertFailed(TimeoutExceededException.class);
      assertEquals(0, breaker.snapshot().permittedCalls());

      gate.open();
      time.awaitTasks();

      assertTrue(breaker.snapshot().permittedCalls() > 0, breaker.snapshot().toString());
    }
  }

  @Test
  @Rule({"TO-19", "TO-04"})
  @DisplayName(
      "H5 R17: an interrupt of the waiting caller is no timeout; the detached call is interrupted")
  void interruptedCaller() throws Exception {
    Timeout timeout = detached();
    Thread[] caller = new Thread[1];
    CountDownLatch interrupted = new CountDownLatch(1);
    try (Crowd crowd =
        Crowd.of(
            1,
            () -> {
              caller[0] = Thread.currentThread();
              return timeout.call(
                  () -> {
                    try {
                      time.sleep(seconds(60).toNanos());
                      return "not interrupted";
                    } catch (InterruptedException expected) {
                      interrupted.countDown();
                      throw expected;
                    }
                  });
            })) {
      time.awaitSleepers(1);
      awaitTimer();

      caller[0].interrupt();

      crowd.outcomes().get(0).assertFailed(InterruptedException.class);
      assertTrue(interrupted.await(10, TimeUnit.SECONDS), "the abandoned call was not interrupted");
    }
    assertEquals(0, time.pendingTimers());
  }
}
