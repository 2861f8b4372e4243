package io.firmitas.examples.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that do the same together. */
final class ThreadTeam {
  private static final long LIMIT_MINUTES = 10;

  private ThreadTeam() {}

  /** Starts all threads at once and waits until each has done its task. */
  static void run(int threads, Callable<?> task) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        running.add(
            pool.submit(
                () -> {
                  start.await(LIMIT_MINUTES, TimeUnit.MINUTES);
                  return task.call();
                }));
      }
      for (Future<?> each : running) {
        each.get(LIMIT_MINUTES, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
