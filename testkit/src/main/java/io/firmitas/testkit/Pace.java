package io.firmitas.testkit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How virtual time passes: by itself while a thread waits, or only when the test says so.
 * Implementations are thread-safe.
 */
interface Pace {
  void sleep(Duration time) throws InterruptedException;

  /** Starts a task, or queues it. */
  void execute(Runnable task);

  /** Lets virtual time pass, and fires the timers that come due. */
  void advance(Duration time);

  /**
   * Does what there is to do on this thread until the future is done; may return at once where
   * other threads do it.
   */
  void workUntilDone(CompletableFuture<?> future);

  /**
   * Runs the tasks that are queued, or waits for the threads that run them.
   *
   * @param realTime how long to wait at most
   * @return false when tasks are left
   */
  boolean finishTasks(Duration realTime);

  /** Tasks accepted and not yet ended. */
  int pendingTasks();

  int sleepers();

  void awaitSleepers(int count);

  /** Refuses tasks from now on and ends those accepted before. */
  void close();
}
