package io.firmitas.tck.rules.hostile;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.firmitas.AsyncCall;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.testkit.ScriptedCall;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes calls in a form, each to its end. */
final class Play implements AutoCloseable {
  private static final int ROUNDS = 200;
  private static final long LIMIT_SECONDS = 10;

  private final VirtualRuntime time;
  private final Form form;
  private final Trap trap;
  private final ConcurrentLinkedQueue<Runnable> toComplete = new ConcurrentLinkedQueue<>();
  private @Nullable ExecutorService stranger;
  private volatile CompletableFuture<Object> arrival = new CompletableFuture<>();

  Play(VirtualRuntime time, Form form, Trap trap) {
    this.time = time;
    this.form = form;
    this.trap = trap;
  }

  /**
   * How a call ended.
   *
   * @param result what it returned
   * @param failure what it threw, or its future failed with; {@code null} when it returned
   * @param calls how often the call was made
   * @param elapsed the virtual time it took
   * @param interrupted whether the flag of the caller was set afterwards, synchronously
   */
  record Ending(
      @Nullable Object result,
      @Nullable Throwable failure,
      int calls,
      Duration elapsed,
      boolean interrupted) {
    String text() {
      return (failure == null ? "returned " + result : "failed " + failure.getClass().getName())
          + " after "
          + calls
          + " calls and "
          + elapsed;
    }
  }

  Ending run(Policy<Object> policy, ScriptedCall<Object> call, Context context) {
    Duration start = time.elapsed();
    Object result = null;
    Throwable failure = null;
    boolean interrupted = false;
    if (form == Form.SYNC) {
      try {
        result = policy.execute(call.asCall(), context);
      } catch (Throwable thrown) {
        failure = thrown;
      }
      interrupted = Thread.interrupted();
    } else {
      CompletableFuture<?> future = start(policy, call, context);
      assertNotNull(future, "future of the call");
      trap.future(future);
      finish(future);
      Throwable[] seen = new Throwable[1];
      result =
          future
              .handle(
                  (value, thrown) -> {
                    seen[0] = thrown;
                    return (Object) value;
                  })
              .join();
      failure = seen[0];
      Thread.interrupted();
    }
    trap.innerCalls().forEach(this::finish);
    if (failure instanceof UnsupportedOperationException refused) {
      // The provider does not have it, which makes the test not applicable.
      throw refused;
    }
    return new Ending(result, failure, call.count(), time.elapsed().minus(start), interrupted);
  }

  private CompletableFuture<?> start(
      Policy<Object> policy, ScriptedCall<Object> call, Context context) {
    AsyncCall<?> made =
        form == Form.ASYNC ? call.asAsyncCall() : completedLater(call.asAsyncCall());
    try {
      return policy.executeAsync(made, context);
    } catch (Throwable thrown) {
      throw new AssertionError("executeAsync threw", thrown);
    }
  }

  private ExecutorService stranger() {
    if (stranger == null) {
      stranger =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread thread = new Thread(task, "firmitas-tck-stranger");
                thread.setDaemon(true);
                return thread;
              });
    }
    return stranger;
  }

  @Override
  public void close() {
    if (stranger != null) {
      stranger.shutdownNow();
    }
  }

  private AsyncCall<?> completedLater(AsyncCall<Object> call) {
    return context -> {
      CompletableFuture<?> made = call.invoke(context).toCompletableFuture();
      if (!made.isDone()) {
        return made;
      }
      CompletableFuture<Object> later = new CompletableFuture<>();
      toComplete.add(() -> complete(later, made));
      arrival.complete("");
      return later;
    };
  }

  private static void complete(CompletableFuture<Object> later, CompletableFuture<?> made) {
    CompletableFuture<?> unused =
        made.whenComplete(
            (value, thrown) -> {
              if (thrown == null) {
                later.complete(value);
              } else {
                later.completeExceptionally(thrown);
              }
            });
  }

  /** Completes stages and lets time pass until a future is done, whoever interrupts this thread. */
  void finish(CompletableFuture<?> future) {
    for (int round = 0; !future.isDone(); round++) {
      Thread.interrupted();
      Runnable completion = toComplete.poll();
      try {
        if (completion != null) {
          stranger().submit(completion).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } else {
          arrival = new CompletableFuture<>();
          time.await(CompletableFuture.anyOf(arrival, future.handle((value, thrown) -> "")));
        }
      } catch (InterruptedException interrupted) {
        // By a hook that ran on this thread; whoever owns the thread goes on.
        continue;
      } catch (Exception stuck) {
        throw new AssertionError("the future of the call never completes", stuck);
      }
      if (round > ROUNDS) {
        throw new AssertionError("the call goes on for ever");
      }
    }
  }
}
