package io.firmitas.tck.rules.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.PolicyRuntime;
import io.firmitas.retry.Retry;
import io.firmitas.retry.RetryBuilder;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/**
 * The base of the tests in real time: makes policies on a new runtime of the provider. That nothing
 * is early is checked to the nanosecond, against a reading of the clock from before the call. That
 * something comes late is no failure, however busy the machine is; that it never comes is one.
 */
@Tag("realtime")
abstract class RealTimeScenario extends Scenario {
  /** What never comes while a test runs. */
  static final Duration HOUR = Duration.ofHours(1);

  /** How long a call waits for an interrupt that does not come. */
  static final Duration PATIENCE = Duration.ofSeconds(8);

  private @Nullable PolicyRuntime runtime;

  /** The runtime of this test; to be asked for first on the thread of the test. */
  final PolicyRuntime runtime() {
    if (runtime == null) {
      runtime = newRuntime();
      runtime.executor().execute(() -> {}); // so that one that is closed is not waited for
    }
    return Objects.requireNonNull(runtime);
  }

  @AfterEach
  void closeRuntime() {
    if (runtime != null) {
      runtime.close();
    }
  }

  final Timeout limit(Duration length) {
    return limit("limit", length);
  }

  final Timeout limit(String name, Duration length) {
    return create(Timeout.builder(length).name(name).runtime(runtime()).listener(events).config());
  }

  /** A retry whose delays are not spread. */
  final Retry retrying(RetryBuilder settings) {
    return create(
        settings.jitter((delay, random) -> delay).runtime(runtime()).listener(events).config());
  }

  /** Measures from now on, by the clock of this test's runtime. */
  final Stopwatch stopwatch() {
    return new Stopwatch(runtime());
  }

  /** Time since a reading of the clock. */
  static final class Stopwatch {
    private final PolicyRuntime runtime;
    private final long start;

    Stopwatch(PolicyRuntime runtime) {
      this.runtime = runtime;
      this.start = runtime.nanoTime();
    }

    Duration elapsed() {
      return Duration.ofNanos(runtime.nanoTime() - start);
    }

    void assertNotBefore(Duration expected) {
      Duration elapsed = elapsed();
      assertTrue(elapsed.compareTo(expected) >= 0, () -> elapsed + " is before " + expected);
    }

    /** For what would take longer by orders of magnitude if it went on to its end. */
    void assertBefore(Duration end) {
      Duration elapsed = elapsed();
      assertTrue(elapsed.compareTo(end) < 0, () -> elapsed + " is not before " + end);
    }

    /** Keeps the thread busy, so that it neither notices nor loses an interrupt. */
    void spinUntil(Duration time) {
      while (elapsed().compareTo(time) < 0) {
        Thread.onSpinWait();
      }
    }
  }

  /** Waits for an interrupt. */
  final String blocked() throws InterruptedException {
    runtime().sleep(PATIENCE.toNanos());
    return "not interrupted";
  }

  /** Waits for an interrupt and leaves the flag set. */
  final String busyUntilInterrupted() {
    Stopwatch watch = stopwatch();
    while (!Thread.currentThread().isInterrupted() && watch.elapsed().compareTo(PATIENCE) < 0) {
      Thread.onSpinWait();
    }
    return Thread.currentThread().isInterrupted() ? "late" : "not interrupted";
  }

  /** Waits, and fails when an interrupt comes that nobody is to make. */
  final void assertNoInterruptWithin(Duration time) {
    assertNull(
        failureOf(
            () -> {
              runtime().sleep(time.toNanos());
              return time;
            }),
        "an interrupt came too late");
    assertFalse(Thread.currentThread().isInterrupted(), "the flag is set");
  }

  /** That a call ended because of a timeout, and left the thread as it was. */
  final void assertTimedOut(String name, Callable<?> call) {
    Throwable failure = failureOf(call);
    assertFalse(Thread.currentThread().isInterrupted(), "the flag is set");
    if (!(failure instanceof TimeoutExceededException exceeded)) {
      throw new AssertionError("the call should have taken too long", failure);
    }
    assertEquals(name, exceeded.policyName(), "the timeout that is up");
  }

  /** How a call failed; {@code null} when it returned. */
  static @Nullable Throwable failureOf(Callable<?> call) {
    try {
      call.call();
      return null;
    } catch (Throwable failure) {
      return failure;
    }
  }
}
