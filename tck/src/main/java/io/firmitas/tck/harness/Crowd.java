package io.firmitas.tck.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Threads that make the same call together. */
public final class Crowd implements AutoCloseable {
  private static final long LIMIT_SECONDS = 10;

  private final ExecutorService threads;
  private final CyclicBarrier start;
  private final List<Future<@Nullable Object>> calls = new ArrayList<>();

  private Crowd(int size) {
    threads =
        Executors.newFixedThreadPool(
            size,
            task -> {
              Thread thread = new Thread(task, "firmitas-tck-crowd");
              thread.setDaemon(true);
              return thread;
            });
    start = new CyclicBarrier(size);
  }

  /**
   * Starts threads that all wait for each other and then make a call.
   *
   * @param size how many
   * @param call the call of each
   * @return the crowd, to be closed
   */
  public static Crowd of(int size, Callable<?> call) {
    Crowd crowd = new Crowd(size);
    for (int index = 0; index < size; index++) {
      crowd.calls.add(
          crowd.threads.submit(
              () -> {
                crowd.start.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                return call.call();
              }));
    }
    return crowd;
  }

  /**
   * Waits for all calls, at most ten seconds of real time each.
   *
   * @return how they ended
   */
  public List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>();
    for (Future<@Nullable Object> call : calls) {
      outcomes.add(outcome(call));
    }
    return outcomes;
  }

  private static Outcome outcome(Future<@Nullable Object> call) {
    try {
      return Outcome.returned(call.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException failed) {
      return Outcome.failed(failed.getCause() == null ? failed : failed.getCause());
    } catch (TimeoutException stuck) {
      throw new AssertionError(
          "a thread of the crowd is still waiting after " + LIMIT_SECONDS + " s", stuck);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for the crowd", interrupted);
    }
  }

  /**
   * How many calls failed in a way.
   *
   * @param type the type of the failure
   * @return the number of calls
   */
  public long failedWith(Class<? extends Throwable> type) {
    return outcomes().stream().filter(outcome -> type.isInstance(outcome.failure())).count();
  }

  /**
   * How many calls returned a value.
   *
   * @return the number of calls
   */
  public long succeeded() {
    return outcomes().stream().filter(outcome -> outcome.failure() == null).count();
  }

  /** Interrupts all threads that have not ended their call. */
  public void interrupt() {
    threads.shutdownNow();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
