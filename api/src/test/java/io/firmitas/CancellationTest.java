package io.firmitas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.firmitas.Cancellation.Registration;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CancellationTest {
  private final Cancellation cancellation = new Cancellation();
  private final List<String> ran = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  @DisplayName("actions run on the cancelling thread, the newest first, and once")
  void newestFirst() {
    cancellation.onCancel(() -> ran.add("first"));
    cancellation.onCancel(() -> ran.add("second " + Thread.currentThread().getName()));
    assertThat(cancellation.isCancelled()).isFalse();
    cancellation.cancel();
    cancellation.cancel();
    assertThat(cancellation.isCancelled()).isTrue();
    assertThat(ran).containsExactly("second " + Thread.currentThread().getName(), "first");
  }

  @Test
  @DisplayName("an action registered after the request runs at once")
  void registeredLate() {
    cancellation.cancel();
    Registration registration = cancellation.onCancel(() -> ran.add("late"));
    assertThat(ran).containsExactly("late");
    registration.close();
    registration.close();
    cancellation.onCancel(() -> ran.add("later"));
    assertThat(ran).containsExactly("late", "later");
  }

  @Test
  @DisplayName("a closed registration does not run, wherever it stands among others")
  void closedRegistrations() {
    List<Registration> registrations = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      String name = "action " + number;
      registrations.add(cancellation.onCancel(() -> ran.add(name)));
    }
    registrations.get(4).close();
    registrations.get(0).close();
    registrations.get(2).close();
    registrations.get(2).close();
    cancellation.onCancel(() -> ran.add("newest"));
    cancellation.cancel();
    assertThat(ran).containsExactly("newest", "action 3", "action 1");
  }

  @Test
  @DisplayName("an action may register, close and cancel again")
  void reentrant() {
    Registration[] victim = new Registration[1];
    victim[0] = cancellation.onCancel(() -> ran.add("victim"));
    cancellation.onCancel(
        () -> {
          ran.add("outer");
          victim[0].close();
          cancellation.cancel();
          cancellation.onCancel(() -> ran.add("nested"));
        });
    cancellation.cancel();
    assertThat(ran).containsExactly("outer", "nested");
  }

  @Test
  @DisplayName("an action that throws, against the rules, does not keep the others from running")
  void throwingAction() {
    IllegalStateException failure = new IllegalStateException("broken action");
    cancellation.onCancel(() -> ran.add("oldest"));
    cancellation.onCancel(
        () -> {
          throw failure;
        });
    cancellation.onCancel(() -> ran.add("newest"));
    assertThatThrownBy(cancellation::cancel).isSameAs(failure);
    assertThat(ran).containsExactly("newest", "oldest");
    assertThat(failure.getSuppressed()).isEmpty();
  }

  @Test
  @DisplayName("however many threads register, close and cancel, each open action runs once")
  void concurrent() throws Exception {
    for (int round = 0; round < 300; round++) {
      Cancellation shared = new Cancellation();
      CyclicBarrier start = new CyclicBarrier(5);
      AtomicInteger kept = new AtomicInteger();
      AtomicInteger closedBefore = new AtomicInteger();
      List<Future<?>> tasks = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        tasks.add(
            threads.submit(
                () -> {
                  start.await();
                  for (int number = 0; number < 20; number++) {
                    Registration closed = shared.onCancel(closedBefore::incrementAndGet);
                    shared.onCancel(kept::incrementAndGet);
                    closed.close();
                  }
                  return null;
                }));
      }
      tasks.add(
          threads.submit(
              () -> {
                start.await();
                shared.cancel();
                return null;
              }));
      for (Future<?> task : tasks) {
        task.get(30, TimeUnit.SECONDS);
      }
      assertThat(kept).hasValue(80);
      assertThat(closedBefore.get()).isBetween(0, 80);
      AtomicInteger again = new AtomicInteger();
      shared.onCancel(again::incrementAndGet);
      assertThat(again).hasValue(1);
    }
  }

  @Test
  @DisplayName("closing on another thread while the action runs does not wait for it")
  void closeDuringAction() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Registration registration =
        cancellation.onCancel(
            () -> {
              running.countDown();
              awaitQuietly(goOn);
              ran.add("ended");
            });
    Future<?> cancelling = threads.submit(cancellation::cancel);
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    registration.close();
    goOn.countDown();
    cancelling.get(30, TimeUnit.SECONDS);
    assertThat(ran).containsExactly("ended");
  }

  @Test
  @DisplayName("S27: closed registrations are let go although calls overlap all the time")
  void overlappingRegistrationsAreLetGo() throws Exception {
    List<WeakReference<Registration>> closed = new ArrayList<>();
    Registration previous = cancellation.onCancel(() -> ran.add("zero"));
    for (int call = 1; call <= 10_000; call++) {
      Registration next = cancellation.onCancel(() -> ran.add("next"));
      previous.close();
      closed.add(new WeakReference<>(previous));
      previous = next;
    }
    await()
        .atMost(30, TimeUnit.SECONDS)
        .untilAsserted(() -> assertThat(stillReachable(closed)).isLessThan(200));
    cancellation.cancel();
    assertThat(ran).containsExactly("next");
  }

  @Test
  @DisplayName("S27: closed registrations are let go although an old and a new one stay open")
  void closedInTheMiddleAreLetGo() throws Exception {
    cancellation.onCancel(() -> ran.add("old"));
    List<Registration> open = new ArrayList<>();
    for (int call = 0; call < 5_000; call++) {
      open.add(cancellation.onCancel(() -> ran.add("closed")));
    }
    List<WeakReference<Registration>> closed = new ArrayList<>();
    for (Registration registration : open) {
      registration.close();
      closed.add(new WeakReference<>(registration));
    }
    open.clear();
    for (int call = 0; call < 10_000; call++) {
      cancellation.onCancel(() -> ran.add("brief")).close();
    }
    assertThat(stillReachable(closed)).isLessThan(200);
    cancellation.cancel();
    assertThat(ran).containsExactly("old");
  }

  /** The collector clears references when it likes, so this may have to be asked again. */
  private static long stillReachable(List<WeakReference<Registration>> references) {
    System.gc();
    return references.stream().filter(reference -> reference.get() != null).count();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
