package io.firmitas.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How a call under a policy ended, in either form.
 *
 * @param result what it returned, {@code null} when it failed
 * @param failure what it threw or its future failed with, exactly as it was; {@code null} when it
 *     returned
 * @param elapsed how long it took in virtual time
 * @param interrupted whether the thread's interrupt flag was set afterwards
 */
public record Outcome(
    @Nullable Object result, @Nullable Throwable failure, Duration elapsed, boolean interrupted) {

  static Outcome returned(@Nullable Object result) {
    return new Outcome(result, null, Duration.ZERO, false);
  }

  static Outcome failed(Throwable failure) {
    return new Outcome(null, failure, Duration.ZERO, false);
  }

  Outcome after(Duration time, boolean flag) {
    return new Outcome(result, failure, time, flag);
  }

  /** Makes a call on this thread. */
  static Outcome of(Callable<? extends @Nullable Object> call) {
    try {
      return returned(call.call());
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  /**
   * Lets virtual time pass until a future is done.
   *
   * @param time the runtime of the call
   * @param future the future
   * @return how the future ended, its failure as it is in the future
   */
  public static Outcome of(VirtualRuntime time, CompletableFuture<?> future) {
    try {
      time.await(future);
    } catch (Exception | Error ending) {
      if (!future.isDone()) {
        throw new AssertionError("the future never completes", ending);
      }
    }
    return future
        .handle((value, thrown) -> new Outcome(value, thrown, Duration.ZERO, false))
        .join();
  }

  /**
   * Checks that the call returned a value.
   *
   * @param expected the value
   * @return this outcome
   */
  public Outcome assertReturned(@Nullable Object expected) {
    if (failure != null) {
      throw new org.opentest4j.AssertionFailedError("the call failed", expected, failure, failure);
    }
    assertEquals(expected, result, "result of the call");
    return this;
  }

  /**
   * Checks that the very same failure left the policy.
   *
   * @param expected the failure
   * @return this outcome
   */
  public Outcome assertFailedWith(Throwable expected) {
    assertSame(expected, failure, "failure of the call");
    return this;
  }

  /**
   * Checks the type of the failure.
   *
   * @param type the type
   * @param <E> the type
   * @return the failure
   */
  public <E extends Throwable> E assertFailed(Class<E> type) {
    return assertInstanceOf(type, failure, "failure of the call");
  }

  /**
   * Checks how long the call took.
   *
   * @param expected the time
   * @return this outcome
   */
  public Outcome assertTook(Duration expected) {
    assertEquals(expected, elapsed, "time of the call");
    return this;
  }

  /**
   * Checks the thread's interrupt flag after the call.
   *
   * @param expected whether it was set
   * @return this outcome
   */
  public Outcome assertInterrupted(boolean expected) {
    assertEquals(expected, interrupted, "interrupt flag after the call");
    return this;
  }
}
