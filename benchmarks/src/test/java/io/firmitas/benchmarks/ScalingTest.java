package io.firmitas.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.firmitas.breaker.CircuitBreaker;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The same number of calls, made by few threads and by many, through one closed breaker, in turn.
 * Each time is the best of several rounds, and of more while a busy machine disturbs them.
 */
@Tag("stress")
class ScalingTest {
  /** So many that waking the threads up does not count. */
  private static final int CALLS = 20_480_000;

  private static final int ROUNDS = 5;
  private static final int MOST_ROUNDS = 50;

  @Test
  @DisplayName("T87: 64, 256 and 512 threads make at least half as many calls a second as 8 do")
  void platformThreads() throws Exception {
    assertScales(Executors.defaultThreadFactory());
  }

  @Test
  @DisplayName("T87: the same with virtual threads")
  void virtualThreads() throws Exception {
    assumeThat(Runtime.version().feature()).as("JDK").isGreaterThanOrEqualTo(21);
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    assertScales(
        (ThreadFactory)
            Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder));
  }

  private static void assertScales(ThreadFactory kind) throws Exception {
    for (int threads : new int[] {64, 256, 512}) {
      long few = Long.MAX_VALUE;
      long many = Long.MAX_VALUE;
      for (int round = 0; round < MOST_ROUNDS && (round < ROUNDS || many >= 2 * few); round++) {
        few = Math.min(few, nanos(kind, 8));
        many = Math.min(many, nanos(kind, threads));
      }
      assertThat(many)
          .as("nanoseconds of %d calls by %d threads, %d by 8", CALLS, threads, few)
          .isLessThan(2 * few);
    }
  }

  private static long nanos(ThreadFactory kind, int threads) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads, kind);
    try {
      return nanos(pool, threads, CircuitBreaker.ofDefaults(), () -> "page");
    } finally {
      pool.shutdownNow();
    }
  }

  /** From the moment when all threads are there until the last has made its calls. */
  private static long nanos(
      ExecutorService pool, int threads, CircuitBreaker breaker, Callable<String> call)
      throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch start = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(threads);
    for (int thread = 0; thread < threads; thread++) {
      pool.execute(
          () -> {
            ready.countDown();
            try {
              start.await();
              for (int number = CALLS / threads; number > 0; number--) {
                breaker.call(call);
              }
            } catch (Exception unexpected) {
              throw new IllegalStateException(unexpected);
            } finally {
              done.countDown();
            }
          });
    }
    ready.await();
    long begin = System.nanoTime();
    start.countDown();
    done.await();
    return System.nanoTime() - begin;
  }
}
