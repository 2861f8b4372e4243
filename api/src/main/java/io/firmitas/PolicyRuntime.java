package io.firmitas;

import io.firmitas.internal.Arguments;
import io.firmitas.internal.Futures;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything impure that a policy needs: clocks, sleeping, timers, threads and random numbers.
 * Policies have no other source of any of them, so a test that replaces the runtime controls time
 * completely.
 *
 * <p>Implementations are thread-safe.
 */
public interface PolicyRuntime extends AutoCloseable {
  /**
   * The runtime of the installed provider, shared by all policies that were given no other. Closing
   * it does nothing.
   *
   * @return the system runtime
   */
  static PolicyRuntime system() {
    return PolicyProvider.installed().systemRuntime();
  }

  /**
   * A monotonic clock. Only differences of two readings mean anything, and only as {@code later -
   * earlier}.
   *
   * @return nanoseconds since some fixed but arbitrary time
   */
  long nanoTime();

  /**
   * The wall clock, for people only: no decision depends on it.
   *
   * @return the current time
   */
  Instant instant();

  /**
   * Blocks the current thread.
   *
   * @param nanos how long, in nanoseconds; zero or less returns at once, unless the thread is
   *     interrupted
   * @throws InterruptedException when the thread is interrupted before or while it sleeps
   */
  void sleep(long nanos) throws InterruptedException;

  /**
   * Runs a task later.
   *
   * @param delayNanos how long to wait, in nanoseconds; zero or less means as soon as possible
   * @param task the task
   * @return a handle that takes the task back
   * @throws java.util.concurrent.RejectedExecutionException when the runtime is closed
   */
  Timer schedule(long delayNanos, ScheduledTask task);

  /**
   * Runs calls that must not run on the caller's thread.
   *
   * @return the executor: a virtual thread for each task where the JDK has them, else a pool of
   *     daemon threads
   */
  Executor executor();

  /**
   * Random numbers for jitter; the generator must be used by the current thread only, and at once.
   *
   * @return a generator
   */
  RandomGenerator random();

  /**
   * Starts a task on the {@link #executor()}. Cancelling the returned future interrupts the task; a
   * task cancelled before its start never runs.
   *
   * @param task the task
   * @param <T> the type of its result
   * @return completes with the task's result or failure, or fails when the executor rejects the
   *     task
   */
  default <T extends @Nullable Object> CompletableFuture<T> submit(Callable<? extends T> task) {
    return Submission.start(executor(), Arguments.notNull("task", task));
  }

  /**
   * Waits for a stage on the current thread.
   *
   * @param stage the stage
   * @param <T> the type of its result
   * @return its result
   * @throws InterruptedException when the thread is interrupted; the future that {@link
   *     CompletionStage#toCompletableFuture()} gave is then cancelled, which for some stages is a
   *     copy, so that the stage itself goes on
   * @throws Exception the failure of the stage, unwrapped
   */
  default <T extends @Nullable Object> T await(CompletionStage<? extends T> stage)
      throws Exception {
    CompletableFuture<? extends T> future = Futures.of(stage);
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      future.cancel(true);
      throw interrupted;
    } catch (ExecutionException failed) {
      throw FailureMatcher.rethrow(FailureMatcher.unwrap(failed));
    }
  }

  /**
   * Ends the threads of this runtime. Tasks whose time has not come are {@linkplain
   * ScheduledTask#abandoned abandoned}, new ones are refused, and running tasks of the executor are
   * interrupted.
   */
  @Override
  void close();

  /** A scheduled task that can be taken back. */
  @FunctionalInterface
  interface Timer {
    /**
     * Takes the task back; it is then neither run nor kept in memory.
     *
     * @return true when it had neither run nor been cancelled before
     */
    boolean cancel();
  }
}
