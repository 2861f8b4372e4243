package io.firmitas.benchmarks.contestant;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What one would write by hand, for exactly this purpose and with no other ability: a volatile read
 * and a counter, a ring, a semaphore, an atomic, two clock readings, a try and a catch. It shows
 * what the bricks cost, not what a library could be.
 */
public final class FloorContestant implements Contestant {
  /** For {@link Contestants}. */
  public FloorContestant() {}

  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused() {
      super("open", null, false, false);
    }
  }

  /** Counts failures in a row; open for ever. */
  private static final class Breaker implements Callable<Object> {
    private final Callable<Object> work;
    private final long openNanos = OPEN_TIME.toNanos();
    private volatile int failures;
    private long openedAt;

    Breaker(Callable<Object> work) {
      this.work = work;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // a floor need not count exactly
    public Object call() throws Exception {
      if (failures >= CONSECUTIVE_FAILURES && System.nanoTime() - openedAt < openNanos) {
        throw new Refused();
      }
      Object result;
      try {
        result = work.call();
      } catch (Exception failure) {
        openedAt = System.nanoTime();
        failures++;
        throw failure;
      }
      if (failures != 0) {
        failures = 0;
      }
      return result;
    }
  }

  /** Counts failures in a ring with one atomic and one write for a success. */
  private static final class RingBreaker implements Callable<Object> {
    private final Callable<Object> work;
    private final AtomicIntegerArray ring;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile boolean open;

    RingBreaker(int window, Callable<Object> work) {
      this.work = work;
      this.ring = new AtomicIntegerArray(window);
    }

    @Override
    public Object call() throws Exception {
      if (open) {
        throw new Refused();
      }
      Object result;
      try {
        result = work.call();
      } catch (Exception failure) {
        record(1);
        if (failures.get() * 2 >= ring.length()) {
          open = true;
        }
        throw failure;
      }
      record(0);
      return result;
    }

    private void record(int outcome) {
      int slot = (int) (next.getAndIncrement() % ring.length());
      int before = ring.getOpaque(slot);
      if (before != outcome) {
        ring.setOpaque(slot, outcome);
        failures.addAndGet(outcome - before);
      }
    }
  }

  @Override
  public Callable<Object> breaker(Callable<Object> work) {
    return new Breaker(work);
  }

  @Override
  public Callable<Object> countingBreaker(int window, Callable<Object> work) {
    return new RingBreaker(window, work);
  }

  @Override
  public Callable<Object> retry(Callable<Object> work) {
    return () -> {
      for (int attempt = 1; ; attempt++) {
        try {
          return work.call();
        } catch (Exception failure) {
          if (attempt == ATTEMPTS || failure instanceof Refused) {
            throw failure;
          }
        }
      }
    };
  }

  @Override
  public Callable<Object> timeout(Callable<Object> work) {
    long nanos = TIMEOUT.toNanos();
    return () -> {
      long start = System.nanoTime();
      Object result = work.call();
      if (System.nanoTime() - start >= nanos) {
        throw new Refused();
      }
      return result;
    };
  }

  @Override
  public Callable<Object> fallback(Callable<Object> work) {
    return () -> {
      try {
        return work.call();
      } catch (Exception failure) {
        return ANSWER;
      }
    };
  }

  @Override
  public Callable<Object> bulkhead(Callable<Object> work) {
    Semaphore permits = new Semaphore(CONCURRENT_CALLS);
    return () -> {
      if (!permits.tryAcquire()) {
        throw new Refused();
      }
      try {
        return work.call();
      } finally {
        permits.release();
      }
    };
  }

  /** The generic cell rate algorithm: one atomic holds the theoretical arrival time of the next. */
  @Override
  public Callable<Object> rateLimiter(Callable<Object> work) {
    long interval = TimeUnit.SECONDS.toNanos(1) / CALLS_PER_SECOND;
    long burst = TimeUnit.SECONDS.toNanos(1);
    AtomicLong arrival = new AtomicLong(System.nanoTime());
    return () -> {
      long now = System.nanoTime();
      long expected;
      do {
        expected = arrival.get();
        if (expected - now > burst) {
          throw new Refused();
        }
      } while (!arrival.compareAndSet(expected, (expected - now > 0 ? expected : now) + interval));
      return work.call();
    };
  }

  @Override
  public Callable<Object> composition(Callable<Object> work) {
    return fallback(retry(breaker(work)));
  }

  @Override
  public Callable<Object> timedComposition(Callable<Object> work) {
    return composition(timeout(work));
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncComposition(
      Supplier<CompletionStage<Object>> work) {
    CompletionStage<Object> answer = CompletableFuture.completedFuture(ANSWER);
    return () -> {
      CompletableFuture<Object> future = work.get().toCompletableFuture();
      return future.isDone() && !future.isCompletedExceptionally() ? future : answer;
    };
  }

  @Override
  public Supplier<CompletionStage<Object>> asyncRetry(Supplier<CompletionStage<Object>> work) {
    return () -> {
      CompletableFuture<Object> future = work.get().toCompletableFuture();
      for (int attempt = 1; attempt < ATTEMPTS && future.isCompletedExceptionally(); attempt++) {
        future = work.get().toCompletableFuture();
      }
      return future;
    };
  }
}
