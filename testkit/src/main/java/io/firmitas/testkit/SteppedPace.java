package io.firmitas.testkit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Sleeping threads really block, tasks have real threads, and time passes only when the test
 * advances it. Thread-safe.
 */
final class SteppedPace implements Pace {
  private final Timeline timeline;
  private final Sleepers sleepers;
  private final TaskThreads threads;

  SteppedPace(Timeline timeline, Facts facts) {
    this.timeline = timeline;
    this.sleepers = new Sleepers(timeline);
    this.threads = new TaskThreads(facts);
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    sleepers.sleep(time);
  }

  /**
   * At one moment the timers come before the sleepers, so a timer that is due when a sleep ends can
   * still interrupt it.
   */
  @Override
  public void advance(Duration time) {
    Duration target = timeline.after(time);
    for (Timeline.VirtualTimer timer = timeline.takeDue(target);
        timer != null;
        timer = timeline.takeDue(target)) {
      sleepers.wake(timer.due, false);
      timer.fire();
    }
    timeline.moveTo(target);
    sleepers.wake(target, true);
  }

  @Override
  public void workUntilDone(CompletableFuture<?> future) {
    // Other threads do the work.
  }

  @Override
  public void execute(Runnable task) {
    threads.start(task);
  }

  @Override
  public boolean finishTasks(Duration realTime) {
    return threads.awaitEnd(realTime);
  }

  @Override
  public int pendingTasks() {
    return threads.pending();
  }

  @Override
  public int sleepers() {
    return sleepers.count();
  }

  @Override
  public void awaitSleepers(int count) {
    sleepers.await(count);
  }

  /**
   * Interrupts the threads of the tasks that still run; other sleeping threads are not this
   * runtime's to end.
   */
  @Override
  public void close() {
    threads.close();
  }
}
