package io.firmitas.impl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
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
class PendingCallTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static final class Pending extends PendingCall<String> {
    final AtomicInteger abandoned = new AtomicInteger();
    final AtomicInteger recorded = new AtomicInteger();
    boolean doneWhenAbandoned;

    @Override
    protected void abandon() {
      doneWhenAbandoned = isDone();
      abandoned.incrementAndGet();
    }

    boolean driverSucceeds(String value) {
      if (!trySettle()) {
        return false;
      }
      recorded.incrementAndGet();
      succeed(value);
      return true;
    }

    boolean driverFails(Throwable failure) {
      if (!trySettle()) {
        return false;
      }
      recorded.incrementAndGet();
      fail(failure);
      return true;
    }

    boolean settled() {
      return isSettled();
    }
  }

  @Test
  @DisplayName("the driver's outcome is handed out, and nobody can change it afterwards")
  void driver() throws Exception {
    Pending value = new Pending();
    assertThat(value.settled()).isFalse();
    assertThat(value.driverSucceeds("v")).isTrue();
    assertThat(value.settled()).isTrue();
    assertThat(value.cancel(true)).isFalse();
    assertThat(value.complete("other")).isFalse();
    assertThat(value.completeExceptionally(new IOException())).isFalse();
    assertThat(value.driverFails(new IOException())).isFalse();
    assertThat(value.get()).isEqualTo("v");
    assertThat(value.abandoned).hasValue(0);

    IOException failure = new IOException();
    Pending failed = new Pending();
    failed.driverFails(failure);
    assertThatThrownBy(failed::get).isInstanceOf(ExecutionException.class).hasCause(failure);
    assertThat(failed.abandoned).hasValue(0);
  }

  @Test
  @DisplayName(
      "H10: cancelling is giving up: the future is cancelled, then what it holds is released")
  void cancel() {
    Pending pending = new Pending();
    assertThat(pending.cancel(true)).isTrue();
    assertThat(pending.cancel(false)).isTrue();
    assertThat(pending).isCancelled();
    assertThatThrownBy(pending::get).isInstanceOf(CancellationException.class);
    assertThat(pending.abandoned).hasValue(1);
    assertThat(pending.doneWhenAbandoned).isTrue();
    assertThat(pending.driverSucceeds("late")).isFalse();
    assertThat(pending.recorded).hasValue(0);
  }

  @Test
  @DisplayName("completing by hand, and orTimeout, are giving up too")
  void otherWaysToGiveUp() throws Exception {
    Pending value = new Pending();
    assertThat(value.complete("by hand")).isTrue();
    assertThat(value.get()).isEqualTo("by hand");
    assertThat(value.abandoned).hasValue(1);

    Pending failed = new Pending();
    assertThat(failed.completeExceptionally(new IOException())).isTrue();
    assertThat(failed.abandoned).hasValue(1);

    Pending late = new Pending();
    assertThatThrownBy(() -> late.orTimeout(1, TimeUnit.MILLISECONDS).get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(java.util.concurrent.TimeoutException.class);
    org.awaitility.Awaitility.await().untilAtomic(late.abandoned, org.hamcrest.Matchers.is(1));

    Pending replaced = new Pending();
    assertThat(
            replaced.completeOnTimeout("else", 1, TimeUnit.MILLISECONDS).get(30, TimeUnit.SECONDS))
        .isEqualTo("else");
    org.awaitility.Awaitility.await().untilAtomic(replaced.abandoned, org.hamcrest.Matchers.is(1));
  }

  @Test
  @DisplayName("dependents are ordinary futures: cancelling one gives nothing up")
  void dependents() {
    Pending pending = new Pending();
    CompletableFuture<Integer> dependent = pending.thenApply(String::length);
    assertThat(dependent).isNotInstanceOf(PendingCall.class);
    dependent.cancel(true);
    assertThat(pending).isNotDone();
    assertThat(pending.abandoned).hasValue(0);
  }

  @Test
  @DisplayName("F14: dependents run outside any lock: another thread may cancel and look meanwhile")
  void dependentsUnderNoLock() {
    Pending pending = new Pending();
    List<Object> seen = new ArrayList<>();
    CompletableFuture<Void> dependent =
        pending.thenAccept(
            value -> {
              try {
                seen.add(threads.submit(() -> pending.cancel(true)).get(10, TimeUnit.SECONDS));
                seen.add(threads.submit(() -> pending.join()).get(10, TimeUnit.SECONDS));
              } catch (Exception blocked) {
                seen.add(blocked);
              }
            });
    pending.driverSucceeds("v");
    assertThat(dependent).isCompleted();
    assertThat(seen).containsExactly(false, "v");
  }

  @Test
  @DisplayName("of driver, canceller and completer exactly one settles, and everybody agrees who")
  void race() throws Exception {
    for (int round = 0; round < 3_000; round++) {
      Pending pending = new Pending();
      CyclicBarrier start = new CyclicBarrier(3);
      List<Callable<Boolean>> rivals =
          List.of(
              () -> pending.driverSucceeds("driver"),
              () -> pending.cancel(true),
              () -> pending.complete("completer"));
      List<Future<Boolean>> attempts = new ArrayList<>();
      for (Callable<Boolean> rival : rivals) {
        attempts.add(
            threads.submit(
                () -> {
                  start.await();
                  return rival.call();
                }));
      }
      List<Boolean> won = new ArrayList<>();
      for (Future<Boolean> attempt : attempts) {
        won.add(attempt.get(30, TimeUnit.SECONDS));
      }
      assertThat(won).containsOnlyOnce(true);
      assertThat(pending).isDone();
      assertThat(pending.recorded).hasValue(won.get(0) ? 1 : 0);
      assertThat(pending.abandoned).hasValue(won.get(0) ? 0 : 1);
      assertThat(pending.isCancelled()).isEqualTo(won.get(1));
      if (!won.get(1)) {
        assertThat(pending.join()).isEqualTo(won.get(0) ? "driver" : "completer");
      }
    }
  }
}
