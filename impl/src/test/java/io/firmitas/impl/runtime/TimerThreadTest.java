package io.firmitas.impl.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.firmitas.PolicyRuntime.Timer;
import io.firmitas.ScheduledTask;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("realtime")
class TimerThreadTest {
  private static final long FAR = Duration.ofHours(1).toNanos();

  private final Queue<Thread> made = new ConcurrentLinkedQueue<>();
  private final TimerThread timers = new TimerThread(this::newThread, FAR);

  private Thread newThread(Runnable task) {
    Thread thread = new Thread(task, "firmitas-timer-test");
    thread.setDaemon(true);
    made.add(thread);
    return thread;
  }

  @AfterEach
  void close() {
    timers.close();
    made.forEach(thread -> await().until(() -> !thread.isAlive()));
  }

  private static long millis(long number) {
    return TimeUnit.MILLISECONDS.toNanos(number);
  }

  @Test
  @DisplayName("no task runs early, and all run, in whatever order they were scheduled")
  void neverEarly() throws Exception {
    Random random = new Random(5);
    int number = 300;
    CountDownLatch all = new CountDownLatch(number);
    Queue<Long> early = new ConcurrentLinkedQueue<>();
    for (int task = 0; task < number; task++) {
      long delay = (long) (random.nextDouble() * millis(300));
      long due = System.nanoTime() + delay;
      timers.schedule(
          delay,
          () -> {
            if (System.nanoTime() - due < 0) {
              early.add(due - System.nanoTime());
            }
            all.countDown();
          });
    }
    assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(early).isEmpty();
    assertThat(made).hasSize(1);
  }

  @Test
  @DisplayName("a task that is due earlier than all others wakes the thread")
  void earlierTask() throws Exception {
    timers.schedule(FAR, () -> {});
    await().until(() -> made.peek().getState() == Thread.State.TIMED_WAITING);
    CountDownLatch ran = new CountDownLatch(1);
    timers.schedule(millis(1), ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @DisplayName("delays of zero and below run as soon as possible, the longest one never overflows")
  void borders() throws Exception {
    CountDownLatch ran = new CountDownLatch(3);
    timers.schedule(0, ran::countDown);
    timers.schedule(-5, ran::countDown);
    timers.schedule(Long.MIN_VALUE, ran::countDown);
    Timer longest = timers.schedule(Long.MAX_VALUE, ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(longest.cancel()).isTrue();
  }

  @Test
  @DisplayName("a task that throws, an Error too, does not stop the others")
  void throwingTask() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    timers.schedule(
        0,
        () -> {
          throw new AssertionError("expected by the test; to be seen in the log");
        });
    timers.schedule(millis(2), ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(made).hasSize(1);
  }

  @Test
  @DisplayName("a stray interrupt of the thread does not end it")
  void strayInterrupt() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    timers.schedule(millis(50), ran::countDown);
    made.peek().interrupt();
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @DisplayName("when no thread can be made, the caller is told, and the next schedule tries again")
  void noThread() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    TimerThread poor =
        new TimerThread(
            task -> {
              if (attempts.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread, says the test");
              }
              return newThread(task);
            },
            FAR);
    CountDownLatch ran = new CountDownLatch(1);
    AtomicInteger refused = new AtomicInteger();
    assertThatThrownBy(() -> poor.schedule(0, refused::incrementAndGet))
        .isInstanceOf(OutOfMemoryError.class);
    poor.schedule(0, ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    poor.close();
    assertThat(refused).hasValue(0);
  }

  @Test
  @DisplayName("a cancelled task neither runs nor is kept in memory; cancelling again says false")
  void cancel() {
    AtomicInteger ran = new AtomicInteger();
    List<Timer> handles = new ArrayList<>();
    List<WeakReference<ScheduledTask>> tasks = new ArrayList<>();
    for (int number = 0; number < 100; number++) {
      int base = number;
      ScheduledTask task = () -> ran.addAndGet(base + 1);
      tasks.add(new WeakReference<>(task));
      handles.add(timers.schedule(number % 2 == 0 ? FAR : millis(100), task));
    }
    handles.forEach(handle -> assertThat(handle.cancel()).isTrue());
    handles.forEach(handle -> assertThat(handle.cancel()).isFalse());
    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(tasks).allMatch(reference -> reference.get() == null);
            });
    assertThat(ran).hasValue(0);
  }

  @Test
  @DisplayName("cancelling a task that has run says false")
  void cancelAfterRun() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    Timer timer = timers.schedule(0, ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(timer.cancel()).isFalse();
  }

  @Test
  @DisplayName("each task either runs or is cancelled, never both and never neither")
  void runOrCancel() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      AtomicInteger ran = new AtomicInteger();
      CountDownLatch done = new CountDownLatch(1);
      Timer timer =
          timers.schedule(
              round % 7 * 50_000L,
              () -> {
                ran.incrementAndGet();
                done.countDown();
              });
      for (int spin = 0; spin < round % 100 * 20; spin++) {
        Thread.onSpinWait();
      }
      if (timer.cancel()) {
        assertThat(ran).hasValue(0);
      } else {
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(1);
      }
    }
  }

  @Test
  @DisplayName("closing abandons what is pending, refuses what is new, and ends the thread")
  void closing() {
    Queue<RejectedExecutionException> reasons = new ConcurrentLinkedQueue<>();
    AtomicInteger ran = new AtomicInteger();
    for (int number = 0; number < 10; number++) {
      int index = number;
      timers.schedule(
          FAR,
          new ScheduledTask() {
            @Override
            public void run() {
              ran.incrementAndGet();
            }

            @Override
            public void abandoned(RejectedExecutionException reason) {
              reasons.add(reason);
              if (index == 3) {
                throw new IllegalStateException("expected by the test; to be seen in the log");
              }
            }
          });
    }
    timers.close();
    timers.close();
    assertThat(reasons).hasSize(10).allMatch(reason -> reason.getMessage().contains("closed"));
    assertThat(ran).hasValue(0);
    assertThatThrownBy(() -> timers.schedule(0, () -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("closed");
    await().until(() -> !made.peek().isAlive());
  }

  @Test
  @DisplayName("a task may close the timers it runs on")
  void closeFromATask() {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    timers.schedule(
        0,
        () -> {
          try {
            timers.close();
          } catch (Throwable thrown) {
            failure.set(thrown);
          }
        });
    await().until(() -> !made.peek().isAlive());
    assertThat(failure).hasValue(null);
  }

  @Test
  @DisplayName(
      "the thread ends when there was nothing to do for a while, and a later task has a new one")
  void endsWhenIdle() throws Exception {
    TimerThread idling = new TimerThread(this::newThread, millis(20));
    Timer far = idling.schedule(FAR, () -> {});
    Thread first = made.peek();
    await().until(() -> first.getState() == Thread.State.TIMED_WAITING);
    far.cancel();
    await().until(() -> !first.isAlive());
    CountDownLatch ran = new CountDownLatch(1);
    idling.schedule(0, ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(made).hasSize(2);
    await().until(() -> made.stream().noneMatch(Thread::isAlive));
  }

  @Test
  @DisplayName("the thread does not end while a task is pending, however far off that is")
  void staysForATask() throws Exception {
    TimerThread idling = new TimerThread(this::newThread, millis(5));
    CountDownLatch ran = new CountDownLatch(1);
    idling.schedule(millis(100), ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(made).hasSize(1);
    idling.close();
  }
}
