package io.firmitas.testkit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Everything happens on the thread that waits. A sleep moves the clock from timer to timer up to
 * its own end, and runs the tasks that are queued meanwhile; whoever waits for a stage runs queued
 * tasks first, then the next timer.
 *
 * <p>Re-entrant: a timer or task may sleep or wait itself; time passes for the outer ones as well.
 *
 * <p>Interrupts: what a timer interrupts is the sleep or wait around it. The flag that a task
 * leaves behind is meant for the innermost sleep or for the innermost waiting task, whom it may
 * have cancelled; at the outermost wait it is the task's own, as if its thread had ended, and is
 * dropped.
 *
 * <p>Thread-safe; no foreign code runs under the lock.
 */
final class AutoAdvancingPace implements Pace {
  private final Timeline timeline;
  private final Facts facts;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private final ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
  private int pending;
  private boolean closed;

  AutoAdvancingPace(Timeline timeline, Facts facts) {
    this.timeline = timeline;
    this.facts = facts;
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    Duration wakeUp = timeline.after(time);
    sleepWhileTasksRun();
    for (Timeline.VirtualTimer timer = timeline.takeDue(wakeUp);
        timer != null;
        timer = timeline.takeDue(wakeUp)) {
      timer.fire();
      if (Thread.interrupted()) {
        throw new InterruptedException("A timer interrupted the virtual sleep");
      }
      sleepWhileTasksRun();
    }
    timeline.moveTo(wakeUp);
  }

  private void sleepWhileTasksRun() throws InterruptedException {
    while (runTask(false, true)) {
      if (Thread.interrupted()) {
        throw new InterruptedException("A task interrupted the virtual sleep");
      }
    }
  }

  @Override
  public void advance(Duration time) {
    Duration target = timeline.after(time);
    runTasks(false);
    for (Timeline.VirtualTimer timer = timeline.takeDue(target);
        timer != null;
        timer = timeline.takeDue(target)) {
      timer.fire();
      runTasks(false);
    }
    timeline.moveTo(target);
  }

  @Override
  public void workUntilDone(CompletableFuture<?> future) {
    while (!future.isDone() && !Thread.currentThread().isInterrupted()) {
      if (!runTask(false, insideTask()) && !fireNextTimer()) {
        throw stuck();
      }
    }
  }

  private boolean fireNextTimer() {
    Timeline.VirtualTimer timer = timeline.takeNext();
    if (timer == null) {
      return false;
    }
    timer.fire();
    return true;
  }

  private IllegalStateException stuck() {
    IllegalStateException stuck =
        new IllegalStateException(
            "would wait for ever: no timer or task is pending; use VirtualRuntime.stepwise() when"
                + " another thread completes the stage");
    facts.failures().forEach(stuck::addSuppressed);
    return stuck;
  }

  @Override
  public void execute(Runnable task) {
    lock.lock();
    try {
      if (closed) {
        throw new RejectedExecutionException("The virtual runtime is closed");
      }
      queue.add(task);
      pending++;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean finishTasks(Duration realTime) {
    runTasks(false);
    return true;
  }

  private void runTasks(boolean interrupted) {
    boolean more = true;
    while (more) {
      more = runTask(interrupted, insideTask());
    }
  }

  private boolean insideTask() {
    return depth.get() > 0;
  }

  /**
   * Runs one task, as far as possible as if on a thread of its own.
   *
   * @param interrupted whether the task finds its thread interrupted
   * @param heeding whether an interrupt flag that it leaves is meant for the code around it
   * @return false when there is no task
   */
  private boolean runTask(boolean interrupted, boolean heeding) {
    Runnable task = poll();
    if (task == null) {
      return false;
    }
    boolean mine = Thread.interrupted();
    int outer = depth.get();
    depth.set(outer + 1);
    setInterrupted(interrupted);
    facts.guard(task);
    boolean left = Thread.interrupted();
    depth.set(outer);
    setInterrupted(mine || (left && heeding));
    ended();
    return true;
  }

  private static void setInterrupted(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    } else {
      Thread.interrupted();
    }
  }

  private @Nullable Runnable poll() {
    lock.lock();
    try {
      return queue.poll();
    } finally {
      lock.unlock();
    }
  }

  private void ended() {
    facts.tasksRun.increment();
    lock.lock();
    try {
      pending--;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int pendingTasks() {
    lock.lock();
    try {
      return pending;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int sleepers() {
    return 0;
  }

  @Override
  public void awaitSleepers(int count) {
    throw new IllegalStateException(
        "no thread ever sleeps on an auto-advancing runtime; use VirtualRuntime.stepwise()");
  }

  /**
   * Queued tasks are run interrupted: on a real runtime their threads would be running, and be
   * ended now.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    runTasks(true);
  }
}
