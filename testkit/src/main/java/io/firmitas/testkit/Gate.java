package io.firmitas.testkit;

import io.firmitas.Call;
import io.firmitas.FailureMatcher;
import io.firmitas.internal.Arguments;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Holds calls until the test lets them go on, so that a test can look at a policy while calls are
 * inside it.
 *
 * <pre>{@code
 * var call = pool.submit(() -> breaker.call(gate.call("answer")));
 * gate.awaitArrivals(1);
 * // ... the call is inside the breaker ...
 * gate.open();
 * assertThat(call.get()).isEqualTo("answer");
 * }</pre>
 *
 * <p>A gate opens once and stays open. A call that is held for ten seconds of real time fails with
 * an {@link AssertionError}. Thread-safe.
 */
public final class Gate {
  private final boolean heedsInterrupts;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int arrived;
  private int inside;
  private boolean open;
  private @Nullable Throwable failure;

  /**
   * Makes a closed gate whose calls end with {@link InterruptedException} when they are
   * interrupted.
   */
  public Gate() {
    this(true);
  }

  private Gate(boolean heedsInterrupts) {
    this.heedsInterrupts = heedsInterrupts;
  }

  /**
   * Makes a closed gate whose calls stay inside when they are interrupted, as ill-behaved code
   * does. They keep the interrupt flag.
   *
   * @return a new gate
   */
  public static Gate ignoringInterrupts() {
    return new Gate(false);
  }

  /**
   * A call that passes the gate and then returns a value.
   *
   * @param value the value
   * @param <T> its type
   * @return the call; it may be made any number of times, by several threads
   */
  public <T extends @Nullable Object> Call<T> call(T value) {
    return context -> {
      pass();
      return value;
    };
  }

  /**
   * The same as {@link #call} for places that take a {@link Callable}.
   *
   * @param value the value
   * @param <T> its type
   * @return the callable
   */
  public <T extends @Nullable Object> Callable<T> callable(T value) {
    return () -> {
      pass();
      return value;
    };
  }

  /**
   * Signals the arrival of the current thread and blocks it until the gate is open.
   *
   * @throws InterruptedException when the thread is interrupted, unless the gate ignores interrupts
   * @throws AssertionError when the gate is still closed after ten seconds of real time
   * @throws Exception the failure with which the gate was opened
   */
  public void pass() throws Exception {
    Throwable outcome = waitInside();
    if (outcome != null) {
      throw FailureMatcher.rethrow(outcome);
    }
  }

  private @Nullable Throwable waitInside() throws InterruptedException {
    boolean interrupted = false;
    lock.lock();
    try {
      arrived++;
      inside++;
      changed.signalAll();
      while (true) {
        try {
          if (!Patience.await(changed, () -> open)) {
            throw Patience.exhausted("the gate held a call and was not opened");
          }
          return failure;
        } catch (InterruptedException interrupt) {
          if (heedsInterrupts) {
            throw interrupt;
          }
          interrupted = true;
        }
      }
    } finally {
      inside--;
      changed.signalAll();
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Opens the gate for the calls inside and all later ones. Does nothing when it is open. */
  public void open() {
    openFor(null);
  }

  /**
   * Opens the gate; the calls inside and all later ones fail. Does nothing when it is open.
   *
   * @param failure what they throw, all of them the same instance
   */
  public void openWith(Throwable failure) {
    openFor(Arguments.notNull("failure", failure));
  }

  private void openFor(@Nullable Throwable outcome) {
    lock.lock();
    try {
      if (!open) {
        open = true;
        failure = outcome;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits at most ten seconds of real time until calls have arrived.
   *
   * @param count how many, at least, counted since the gate was made
   * @throws AssertionError when fewer have arrived after that time
   */
  public void awaitArrivals(int count) {
    lock.lock();
    try {
      if (!Patience.await(changed, () -> arrived >= count)) {
        throw Patience.exhausted(
            "expected " + count + " calls to arrive at the gate but " + arrived + " did");
      }
    } catch (InterruptedException interrupted) {
      throw Patience.interrupted("for calls to arrive at the gate");
    } finally {
      lock.unlock();
    }
  }

  /**
   * How many calls have arrived since the gate was made.
   *
   * @return the number of calls, also of those that have left
   */
  public int arrived() {
    lock.lock();
    try {
      return arrived;
    } finally {
      lock.unlock();
    }
  }

  /**
   * How many calls the gate holds.
   *
   * @return the number of calls; 0 once the gate is open
   */
  public int inside() {
    lock.lock();
    try {
      return open ? 0 : inside;
    } finally {
      lock.unlock();
    }
  }
}
