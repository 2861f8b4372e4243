package io.firmitas;

import java.util.concurrent.RejectedExecutionException;

/** A task for {@link PolicyRuntime#schedule}. */
@FunctionalInterface
public interface ScheduledTask {
  /**
   * Runs when the time has come, on a thread of the runtime. It must be quick and must not block.
   */
  void run();

  /**
   * Runs instead of {@link #run} when the runtime is closed before the time has come, so that
   * nobody waits for ever.
   *
   * @param reason says that the runtime was closed
   */
  default void abandoned(RejectedExecutionException reason) {}
}
