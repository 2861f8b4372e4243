package io.firmitas.impl.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that run calls: a virtual one for each task where the JDK has them, else a pool of
 * daemon threads.
 */
final class WorkerThreads {
  private static final long KEEP_SECONDS = 10;

  private WorkerThreads() {}

  static ExecutorService newExecutor() {
    try {
      MethodHandle virtual =
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  MethodType.methodType(ExecutorService.class));
      return (ExecutorService) virtual.invokeExact();
    } catch (NoSuchMethodException older) {
      return newPool();
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static ExecutorService newPool() {
    AtomicLong number = new AtomicLong();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        KEEP_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> {
          Thread thread = new Thread(task, "firmitas-worker-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }
}
