package io.firmitas.testkit;

import io.firmitas.PolicyRuntime;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The part of {@link VirtualRuntime} that tells what was asked of it and what is left to do.
 * Thread-safe.
 */
public abstract sealed class RecordingRuntime implements PolicyRuntime permits VirtualRuntime {
  final Facts facts = new Facts();
  final Timeline timeline = new Timeline(facts);
  final Pace pace;

  RecordingRuntime(BiFunction<Timeline, Facts, Pace> pace) {
    this.pace = pace.apply(timeline, facts);
  }

  /**
   * The sleeps that were requested, also those of zero, of less than zero, and those that were
   * interrupted.
   *
   * @return how long each was to last, in order
   */
  public List<Duration> sleeps() {
    return facts.sleeps();
  }

  /**
   * The delays of the timers that were scheduled, also those that were cancelled since.
   *
   * @return the requested delays, in order
   */
  public List<Duration> scheduledDelays() {
    return facts.scheduledDelays();
  }

  /**
   * How often the monotonic clock was read.
   *
   * @return the number of calls of {@link #nanoTime()}
   */
  public long clockReads() {
    return facts.clockReads.sum();
  }

  /**
   * How often the wall clock was read.
   *
   * @return the number of calls of {@link #instant()}
   */
  public long wallClockReads() {
    return facts.wallClockReads.sum();
  }

  /**
   * How often a random generator was asked for.
   *
   * @return the number of calls of {@link #random()}
   */
  public long randomReads() {
    return facts.randomReads.sum();
  }

  /**
   * How many timers have fired.
   *
   * @return the number of timers whose task was started
   */
  public long timersFired() {
    return facts.timersFired.sum();
  }

  /**
   * How many tasks of the {@link #executor()} have ended, well or badly.
   *
   * @return the number of tasks
   */
  public long tasksRun() {
    return facts.tasksRun.sum();
  }

  /**
   * What timers and tasks threw. They cannot throw at whoever advances the clock, so it is kept
   * here; {@code FirmitasExtension} fails a test that leaves something.
   *
   * @return the failures, oldest first; they are forgotten
   */
  public List<Throwable> takeFailures() {
    return facts.takeFailures();
  }

  /**
   * Forgets all recorded facts, for example after the part of a test that only prepares. Pending
   * work is untouched.
   */
  public void clearFacts() {
    facts.clear();
  }

  /**
   * The virtual time that has passed since the runtime was made. Not counted as a clock read.
   *
   * @return the time passed
   */
  public Duration elapsed() {
    return timeline.elapsed();
  }

  /**
   * How many timers are scheduled that have neither fired nor been cancelled.
   *
   * @return the number of timers; 0 when nothing was left behind
   */
  public int pendingTimers() {
    return timeline.pendingTimers();
  }

  /**
   * How many tasks the {@link #executor()} has accepted that have not ended.
   *
   * @return the number of tasks, running ones included
   */
  public int pendingTasks() {
    return pace.pendingTasks();
  }

  /**
   * How many threads sleep on a stepwise runtime and are not yet woken.
   *
   * @return the number of threads; always 0 on an auto-advancing runtime
   */
  public int sleepers() {
    return pace.sleepers();
  }
}
