package io.firmitas.impl.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that run calls: a virtual one for each task where the JDK has them, else a pool of
 * daemon threads.
 */
final class WorkerThreads {
  private static final long KEEP_SECONDS = 10;

  /**
   * {@code Thread.isVirtual()} where the JDK has it, else one that says no; constant, so the JIT
   * compiler sees through it.
   */
  private static final MethodHandle IS_VIRTUAL = findIsVirtual();

  private WorkerThreads() {}

  private static MethodHandle findIsVirtual() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException older) {
      return MethodHandles.dropArguments(
          MethodHandles.constant(boolean.class, false), 0, Thread.class);
    }
  }

  static boolean isVirtual(Thread thread) {
    try {
      return (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Makes daemon threads of one name. */
  static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

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
        task -> daemons("firmitas-worker-" + number.incrementAndGet()).newThread(task));
  }
}
