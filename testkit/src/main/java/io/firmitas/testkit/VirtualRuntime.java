package io.firmitas.testkit;

import io.firmitas.PolicyRuntime;
import io.firmitas.ScheduledTask;
import io.firmitas.internal.Arguments;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A runtime whose time is under the control of a test: an hour of backoff takes no time at all, and
 * every run is the same.
 *
 * <p>There are two ways for time to pass:
 *
 * <ul>
 *   <li><b>Auto-advancing</b> (the constructors): for tests with one thread. {@link #sleep} moves
 *       the clock to its end, fires the timers on the way and runs the tasks they start; {@link
 *       #await} runs queued tasks and fires timers until the stage is done. All of it happens on
 *       the thread that sleeps or awaits. A task that sleeps has other tasks run inside its sleep,
 *       and an interrupt hits the innermost sleep; where several sleeping tasks matter, use the
 *       other way.
 *   <li><b>Stepwise</b> ({@link #stepwise()}): for tests with several threads. {@link #sleep}
 *       really blocks until another thread {@linkplain #advance advances} the clock far enough, and
 *       each task has a real thread. A woken thread runs on while the advancing one does too; to
 *       look at a moment, advance to it and no further.
 * </ul>
 *
 * <p>Timers fire in the order of their due times, at equal times in the order in which they were
 * scheduled, with the clock at the due time. A sleep ends after the timers that are due at its end.
 * Both honour interrupts as real sleeps do.
 *
 * <p>Thread-safe. No code of timers or tasks runs under a lock.
 */
public final class VirtualRuntime extends RecordingRuntime {
  private static final long DEFAULT_SEED = 20_300_101L;

  private volatile RandomGenerator random;

  /**
   * Makes an auto-advancing runtime with a fixed seed, whose monotonic clock starts at 0 and whose
   * wall clock at 2030.
   */
  public VirtualRuntime() {
    this(DEFAULT_SEED);
  }

  /**
   * Makes an auto-advancing runtime.
   *
   * @param seed the seed of its random numbers
   */
  public VirtualRuntime(long seed) {
    this(new Random(seed), AutoAdvancingPace::new);
  }

  private VirtualRuntime(RandomGenerator random, BiFunction<Timeline, Facts, Pace> pace) {
    super(pace);
    this.random = random;
  }

  /**
   * Makes a stepwise runtime, for tests with several threads.
   *
   * @return a new runtime
   */
  public static VirtualRuntime stepwise() {
    return new VirtualRuntime(new Random(DEFAULT_SEED), SteppedPace::new);
  }

  /**
   * Makes an auto-advancing runtime with scripted random numbers.
   *
   * @param fractions as for {@link #setRandom(double...)}
   * @return a new runtime
   */
  public static VirtualRuntime withRandom(double... fractions) {
    return new VirtualRuntime(new ScriptedRandom(fractions), AutoAdvancingPace::new);
  }

  /**
   * Sets the reading of the monotonic clock, for example close to {@link Long#MAX_VALUE} to see a
   * wrap-around. Pending timers and sleeps keep the time they have left; deadlines computed from
   * earlier readings become meaningless, so call it first.
   *
   * @param nanoTime what {@link #nanoTime()} reads now, in nanoseconds
   * @return this runtime
   */
  public VirtualRuntime startAt(long nanoTime) {
    timeline.setNanoTime(nanoTime);
    return this;
  }

  /**
   * Sets the wall clock alone.
   *
   * @param instant what {@link #instant()} reads now
   * @return this runtime
   */
  public VirtualRuntime setInstant(Instant instant) {
    timeline.setInstant(Arguments.notNull("instant", instant));
    return this;
  }

  /**
   * Shifts the wall clock alone, as an administrator or a time server does. No policy may notice.
   *
   * @param shift how far; negative for back
   */
  public void shiftWallClock(Duration shift) {
    timeline.shiftWallClock(Arguments.notNull("shift", shift));
  }

  /**
   * Scripts the random numbers.
   *
   * @param fractions what {@link RandomGenerator#nextDouble()} gives, each at least 0 and less than
   *     1; the last is repeated. Other kinds of numbers are the same fraction of their range
   */
  public void setRandom(double... fractions) {
    random = new ScriptedRandom(fractions);
  }

  /**
   * Replaces the random numbers.
   *
   * @param generator the generator
   */
  public void setRandom(RandomGenerator generator) {
    random = Arguments.notNull("generator", generator);
  }

  @Override
  public long nanoTime() {
    facts.clockReads.increment();
    return timeline.nanoTime();
  }

  @Override
  public Instant instant() {
    facts.wallClockReads.increment();
    return timeline.instant();
  }

  /**
   * Sleeps in virtual time.
   *
   * @param nanos how long, in nanoseconds; zero or less returns at once and fires no timer
   * @throws InterruptedException when the thread's interrupt flag is set on entry, even for a sleep
   *     of zero, or when it is interrupted meanwhile; the clock then stands at the moment of the
   *     interrupt. The flag is cleared
   */
  @Override
  public void sleep(long nanos) throws InterruptedException {
    facts.slept(nanos);
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before the virtual sleep");
    }
    if (nanos > 0) {
      pace.sleep(Duration.ofNanos(nanos));
    }
  }

  @Override
  public PolicyRuntime.Timer schedule(long delayNanos, ScheduledTask task) {
    Arguments.notNull("task", task);
    facts.scheduled(delayNanos);
    return timeline.schedule(delayNanos, task);
  }

  /**
   * Runs tasks: queued until somebody awaits, advances or calls {@link #runPending()} on an
   * auto-advancing runtime, each on a new thread on a stepwise one.
   *
   * @return the executor; it throws {@link RejectedExecutionException} once the runtime is closed
   */
  @Override
  public Executor executor() {
    return pace::execute;
  }

  @Override
  public RandomGenerator random() {
    facts.randomReads.increment();
    return random;
  }

  /**
   * Waits for a stage: on an auto-advancing runtime by running queued tasks and firing timers until
   * it is done, on a stepwise one really and without a limit.
   *
   * @param stage the stage
   * @param <T> the type of its result
   * @return its result
   * @throws InterruptedException when the thread is interrupted; the stage is then cancelled
   * @throws IllegalStateException when no timer or task is left that could complete the stage; what
   *     timers and tasks threw before is suppressed in it
   * @throws Exception the failure of the stage, unwrapped
   */
  @Override
  public <T extends @Nullable Object> T await(CompletionStage<? extends T> stage) throws Exception {
    var future = stage.toCompletableFuture();
    pace.workUntilDone(future);
    return super.await(future);
  }

  /**
   * Lets time pass: fires the timers that come due, moves the clock, and then wakes the threads
   * whose sleep is over. On an auto-advancing runtime it also runs the queued tasks, before the
   * first timer and after each.
   *
   * @param time how long, not negative; zero does what is due now
   */
  public void advance(Duration time) {
    pace.advance(Arguments.notNegative("time", time));
  }

  /**
   * Fires the timers that are due now; on an auto-advancing runtime runs the queued tasks as well.
   * Time stands still.
   */
  public void runPending() {
    pace.advance(Duration.ZERO);
  }

  /**
   * Runs the queued tasks of an auto-advancing runtime, or waits at most ten seconds of real time
   * until the threads of a stepwise one have ended their tasks.
   *
   * @throws AssertionError when tasks are still running after that time
   */
  public void awaitTasks() {
    if (!awaitTasks(Patience.LIMIT)) {
      throw Patience.exhausted("expected every task to end but " + pendingTasks() + " did not");
    }
  }

  /**
   * The same as {@link #awaitTasks()} with a limit of its own and without an error.
   *
   * @param realTime how long to wait at most, in real time
   * @return false when tasks of a stepwise runtime are still running after that time
   */
  public boolean awaitTasks(Duration realTime) {
    return pace.finishTasks(Arguments.notNegative("realTime", realTime));
  }

  /**
   * Waits at most ten seconds of real time until threads sleep on a stepwise runtime.
   *
   * @param count how many, at least
   * @throws AssertionError when there are fewer after that time
   * @throws IllegalStateException on an auto-advancing runtime
   */
  public void awaitSleepers(int count) {
    pace.awaitSleepers(count);
  }

  /**
   * Abandons the pending timers and refuses new timers and tasks. Tasks that run are interrupted;
   * those still queued on an auto-advancing runtime are run now and find their thread interrupted,
   * so that nobody waits for them in vain. Closing again does nothing more.
   */
  @Override
  public void close() {
    timeline.close();
    pace.close();
  }
}
