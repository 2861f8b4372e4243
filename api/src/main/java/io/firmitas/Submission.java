package io.firmitas;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * A task on an executor whose future interrupts it when cancelled. The {@link FutureTask} inside
 * runs the task at most once and keeps the interrupt within it; this class only makes its outcome a
 * {@link CompletableFuture}.
 */
final class Submission<T extends @Nullable Object> extends CompletableFuture<T> {
  private final FutureTask<T> task;

  private Submission(Callable<? extends T> callable) {
    task = new FutureTask<>(() -> run(callable), null);
  }

  static <T extends @Nullable Object> Submission<T> start(
      Executor executor, Callable<? extends T> callable) {
    Submission<T> submission = new Submission<>(callable);
    try {
      executor.execute(submission::runTask);
    } catch (Throwable rejected) {
      submission.completeExceptionally(rejected);
    }
    return submission;
  }

  /**
   * Our own interrupt has arrived when the task returns; it must not reach what the thread does
   * next.
   */
  private void runTask() {
    task.run();
    if (task.isCancelled()) {
      Thread.interrupted();
    }
  }

  private void run(Callable<? extends T> callable) {
    try {
      complete(callable.call());
    } catch (Throwable failure) {
      completeExceptionally(failure);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    if (cancelled) {
      task.cancel(true);
    }
    return cancelled;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
