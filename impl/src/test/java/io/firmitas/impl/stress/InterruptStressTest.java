package io.firmitas.impl.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Policies;
import io.firmitas.Policy;
import io.firmitas.retry.Retry;
import io.firmitas.timeout.Timeout;
import io.firmitas.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Interrupts of others at random moments. A thread has one flag for all interrupts, so a foreign
 * one that arrives between the moment a time is up and the end of that call cannot be told from
 * ours. Everywhere else it must be visible: as flag, or as InterruptedException; and what is
 * visible without a foreign interrupt is ours, escaped.
 */
@Tag("stress")
@org.junit.jupiter.api.Timeout(300)
class InterruptStressTest {
  private static final int THREADS = 8;
  private static final IOException FAILURE = new IOException("down");

  private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong interrupted = new AtomicLong();
  private final AtomicLong timedOut = new AtomicLong();

  /** A thread that makes calls, and whether somebody has interrupted it during the present one. */
  private static final class Caller {
    final AtomicBoolean mayBeInterrupted = new AtomicBoolean();
    final AtomicBoolean wasInterrupted = new AtomicBoolean();
    volatile Thread thread;

    /** Interrupts the thread while its call is on its way, and never between calls. */
    void interrupt() {
      if (mayBeInterrupted.compareAndSet(true, false)) {
        thread.interrupt();
        wasInterrupted.set(true);
      }
    }

    /** Ends the call; true when it was interrupted, which then is over. */
    boolean endedInterrupted() {
      if (mayBeInterrupted.compareAndSet(true, false)) {
        return false;
      }
      while (!wasInterrupted.get()) {
        Thread.onSpinWait();
      }
      wasInterrupted.set(false);
      return true;
    }
  }

  private static Object work(ThreadLocalRandom random) throws Exception {
    switch (random.nextInt(4)) {
      case 0 -> Thread.sleep(1);
      case 1 -> throw FAILURE;
      case 2 -> {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 300_000) {
          Thread.onSpinWait();
        }
      }
      default -> LockSupport.parkNanos(200_000);
    }
    return "v";
  }

  private void callOnce(Policy<Object> policy, Caller caller, boolean timeoutsAreNoExcuse) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Callable<Object> work = () -> work(random);
    boolean threwInterrupt = false;
    boolean timeIsUp = false;
    caller.mayBeInterrupted.set(true);
    try {
      policy.call(work);
    } catch (InterruptedException visible) {
      threwInterrupt = true;
    } catch (TimeoutExceededException late) {
      timeIsUp = true;
    } catch (IOException expected) {
      assertThat(expected).isSameAs(FAILURE);
    } catch (Throwable failure) {
      unexpected.add(failure);
    }
    boolean foreign = caller.endedInterrupted();
    boolean flag = Thread.interrupted();
    calls.incrementAndGet();
    if (timeIsUp) {
      timedOut.incrementAndGet();
    }
    if (!foreign && (flag || threwInterrupt)) {
      unexpected.add(new AssertionError("our interrupt escaped: flag " + flag));
    }
    if (foreign) {
      interrupted.incrementAndGet();
      if (!flag && !threwInterrupt && (timeoutsAreNoExcuse || !timeIsUp)) {
        unexpected.add(new AssertionError("a foreign interrupt was lost"));
      }
    }
  }

  private void run(Policy<Object> policy, boolean timeoutsAreNoExcuse, StressTime time)
      throws Exception {
    List<Caller> callers = new ArrayList<>();
    List<Thread> running = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      Caller caller = new Caller();
      Thread thread =
          new Thread(
              () -> {
                while (time.isLeft() && unexpected.isEmpty()) {
                  callOnce(policy, caller, timeoutsAreNoExcuse);
                }
              });
      caller.thread = thread;
      callers.add(caller);
      running.add(thread);
    }
    running.forEach(Thread::start);
    while (time.isLeft() && unexpected.isEmpty()) {
      callers.get(ThreadLocalRandom.current().nextInt(THREADS)).interrupt();
      LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(400_000));
    }
    for (Thread thread : running) {
      thread.join(60_000);
      assertThat(thread.isAlive()).isFalse();
    }
    assertThat(unexpected).isEmpty();
    assertThat(calls).hasPositiveValue();
    assertThat(interrupted).hasPositiveValue();
  }

  @Test
  @DisplayName("F1, H5, S13: no time is ever up: every foreign interrupt is visible afterwards")
  void neverLost() throws Exception {
    Duration hour = Duration.ofHours(1);
    run(
        Policies.wrap(
            Timeout.of(hour),
            Retry.builder().maxAttempts(3).delay(Duration.ofNanos(100_000)).build(),
            Timeout.of(hour)),
        true,
        StressTime.share(2));
    assertThat(timedOut).hasValue(0);
  }

  @Test
  @DisplayName(
      "S1, H5: times are up at random: ours never escapes, a foreign one stays unless they"
          + " coincide")
  void neverEscaping() throws Exception {
    // Retries stay outside: a time that was up in an attempt that is retried cannot be seen here.
    run(
        Policies.wrap(Timeout.of(Duration.ofNanos(700_000)), Timeout.of(Duration.ofNanos(400_000))),
        false,
        StressTime.share(2));
    assertThat(timedOut).hasPositiveValue();
  }

  @Test
  @DisplayName("S1, F1: times are up in attempts that are retried: nothing of ours escapes")
  void retriedTimeouts() throws Exception {
    Policy<Object> policy =
        Policies.wrap(
            Timeout.of(Duration.ofNanos(1_500_000)),
            Retry.builder().maxAttempts(4).delay(Duration.ofNanos(50_000)).build(),
            Timeout.of(Duration.ofNanos(300_000)));
    StressTime time = StressTime.share(2);
    List<Thread> running = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      Thread thread =
          new Thread(
              () -> {
                while (time.isLeft() && unexpected.isEmpty()) {
                  callOnce(policy, new Caller(), false);
                }
              });
      running.add(thread);
      thread.start();
    }
    for (Thread thread : running) {
      thread.join(240_000);
      assertThat(thread.isAlive()).isFalse();
    }
    assertThat(unexpected).isEmpty();
    assertThat(timedOut).hasPositiveValue();
  }
}
