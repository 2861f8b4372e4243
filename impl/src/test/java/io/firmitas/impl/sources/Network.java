package io.firmitas.impl.sources;

import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Sources that answer with their own name, or fail as told. */
final class Network {
  private final VirtualRuntime time;
  private final Map<String, Throwable> failures = new HashMap<>();

  Network(VirtualRuntime time) {
    this.time = time;
  }

  /** How a call reaches the sources: the same scenario runs in each mode. */
  enum Mode {
    SYNC,
    ASYNC,
    /** Each source takes a second and answers on a timer's thread. */
    ASYNC_LATER,
    SUBMIT
  }

  Network breaks(String source, Throwable failure) {
    failures.put(source, failure);
    return this;
  }

  String answer(String source, Context context) throws Exception {
    Throwable failure = failures.get(source);
    if (failure != null) {
      throw FailureMatcher.rethrow(failure);
    }
    return source;
  }

  CompletableFuture<String> answerAsync(String source, Context context) {
    CompletableFuture<String> future = new CompletableFuture<>();
    complete(future, source);
    return future;
  }

  CompletableFuture<String> answerLater(String source, Context context) {
    CompletableFuture<String> future = new CompletableFuture<>();
    PolicyRuntime.Timer timer =
        time.schedule(Duration.ofSeconds(1).toNanos(), () -> complete(future, source));
    return cancelling(timer, future);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // cancelling a timer does not fail
  private static CompletableFuture<String> cancelling(
      PolicyRuntime.Timer timer, CompletableFuture<String> future) {
    future.handle((value, failure) -> timer.cancel());
    return future;
  }

  private void complete(CompletableFuture<String> future, String source) {
    Throwable failure = failures.get(source);
    if (failure == null) {
      future.complete(source);
    } else {
      future.completeExceptionally(failure);
    }
  }

  /** Makes a call to its end. */
  String call(Mode mode, Sources<String> sources) throws Exception {
    return switch (mode) {
      case SYNC -> sources.call(this::answer);
      case ASYNC -> await(sources.callAsync(this::answerAsync));
      case ASYNC_LATER -> await(sources.callAsync(this::answerLater));
      case SUBMIT -> await(sources.submit(this::answer));
    };
  }

  private String await(CompletableFuture<String> future) throws Exception {
    time.runPending();
    for (int steps = 0; steps < 1_000 && !future.isDone(); steps++) {
      time.advance(Duration.ofSeconds(1));
      time.runPending();
    }
    try {
      return future.get();
    } catch (ExecutionException failed) {
      throw FailureMatcher.rethrow(FailureMatcher.unwrap(failed));
    }
  }
}
