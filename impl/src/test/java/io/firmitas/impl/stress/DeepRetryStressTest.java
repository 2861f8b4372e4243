package io.firmitas.impl.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.firmitas.Call;
import io.firmitas.backoff.Jitter;
import io.firmitas.impl.runtime.SystemRuntime;
import io.firmitas.retry.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("stress")
@Timeout(300)
class DeepRetryStressTest {
  private static final int MILLION = 1_000_000;
  private static final int SMALL_STACK = 256 * 1024;
  private static final IOException FAILURE = new IOException("down");

  private final SystemRuntime runtime = SystemRuntime.create();

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Runs on a thread with a small stack. */
  private static <T> T onSmallStack(Callable<T> task) throws Exception {
    AtomicReference<T> result = new AtomicReference<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                result.set(task.call());
              } catch (Throwable thrown) {
                failure.set(thrown);
              }
            },
            "small stack",
            SMALL_STACK);
    thread.start();
    thread.join(240_000);
    assertThat(thread.isAlive()).isFalse();
    assertThat(failure.get()).isNull();
    return result.get();
  }

  private Retry immediate() {
    return Retry.builder().runtime(runtime).maxAttempts(MILLION).delay(Duration.ZERO).build();
  }

  @Test
  @DisplayName("S23, F25: a million immediate retries need the stack of one, synchronously")
  void synchronous() throws Exception {
    Retry retry = immediate();
    AtomicInteger attempts = new AtomicInteger();
    Call<String> call =
        context -> {
          if (attempts.incrementAndGet() < MILLION) {
            throw FAILURE;
          }
          return "at last " + context.attempt();
        };
    String result = onSmallStack(() -> retry.<String>call(call));
    assertThat(result).isEqualTo("at last " + MILLION);
  }

  @Test
  @DisplayName("S23, F25: a million immediate retries of stages that have failed already")
  void asynchronous() throws Exception {
    Retry retry = immediate();
    AtomicInteger attempts = new AtomicInteger();
    String result =
        onSmallStack(
            () ->
                retry
                    .<String>callAsync(
                        context ->
                            attempts.incrementAndGet() < MILLION
                                ? CompletableFuture.failedFuture(FAILURE)
                                : CompletableFuture.completedFuture("at last"))
                    .get(240, TimeUnit.SECONDS));
    assertThat(result).isEqualTo("at last");
    assertThat(attempts).hasValue(MILLION);
  }

  @Test
  @DisplayName("F25: stages failed by another thread, at any moment, need constant stack as well")
  void completedElsewhere() throws Exception {
    Retry retry = immediate();
    int retries = 100_000;
    AtomicInteger attempts = new AtomicInteger();
    AtomicReference<CompletableFuture<String>> open = new AtomicReference<>();
    Thread completer =
        new Thread(
            null,
            () -> {
              while (attempts.get() < retries) {
                CompletableFuture<String> source = open.getAndSet(null);
                if (source != null) {
                  source.completeExceptionally(FAILURE);
                }
              }
            },
            "completer",
            SMALL_STACK);
    completer.start();
    CompletableFuture<String> result =
        retry.callAsync(
            context -> {
              if (attempts.incrementAndGet() >= retries) {
                return CompletableFuture.completedFuture("at last");
              }
              CompletableFuture<String> source = new CompletableFuture<>();
              open.set(source);
              return source;
            });
    assertThat(result.get(240, TimeUnit.SECONDS)).isEqualTo("at last");
    completer.join(60_000);
    assertThat(completer.isAlive()).isFalse();
  }

  private static long firmitasThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("firmitas"))
        .count();
  }

  private static long liveThreads() {
    return Thread.getAllStackTraces().keySet().stream().filter(Thread::isAlive).count();
  }

  @Test
  @DisplayName("Q8, G83: 100,000 pending retries and as many timeouts hold at most two threads")
  void pendingRetriesAndTimeouts() {
    Duration time = Duration.ofSeconds(50);
    Retry retry =
        Retry.builder().runtime(runtime).maxAttempts(2).delay(time).jitter(Jitter.none()).build();
    var timeout = io.firmitas.timeout.Timeout.builder(time).runtime(runtime).build();
    long before = liveThreads();
    List<CompletableFuture<Object>> pending = new ArrayList<>();
    for (int number = 0; number < 100_000; number++) {
      pending.add(retry.callAsync(context -> CompletableFuture.failedFuture(FAILURE)));
      pending.add(timeout.callAsync(context -> new CompletableFuture<>()));
    }
    assertThat(pending.stream().filter(CompletableFuture::isDone).count()).isZero();
    assertThat(liveThreads() - before).isLessThanOrEqualTo(2);
    pending.forEach(call -> call.cancel(true));
    assertThat(pending.stream().allMatch(CompletableFuture::isCancelled)).isTrue();
    assertThat(liveThreads() - before).isLessThanOrEqualTo(2);
  }

  @Test
  @DisplayName("Q8: 100,000 retries that come due together all end")
  void dueTogether() throws Exception {
    int number = 100_000;
    Retry retry =
        Retry.builder()
            .runtime(runtime)
            .maxAttempts(2)
            .delay(Duration.ofSeconds(2))
            .jitter(Jitter.none())
            .build();
    AtomicInteger second = new AtomicInteger();
    AtomicLong mostThreads = new AtomicLong();
    List<CompletableFuture<Object>> pending = new ArrayList<>();
    for (int call = 0; call < number; call++) {
      pending.add(
          retry.callAsync(
              context -> {
                if (context.attempt() == 1) {
                  return CompletableFuture.failedFuture(FAILURE);
                }
                second.incrementAndGet();
                return CompletableFuture.completedFuture("v");
              }));
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(pending.toArray(new CompletableFuture<?>[0]));
    while (!all.isDone()) {
      mostThreads.accumulateAndGet(firmitasThreads(), Math::max);
      try {
        all.get(10, TimeUnit.MILLISECONDS);
      } catch (java.util.concurrent.TimeoutException notYet) {
        // look at the threads once more
      }
    }
    assertThat(second).hasValue(number);
    System.out.println("most threads while 100,000 retries came due together: " + mostThreads);
  }
}
