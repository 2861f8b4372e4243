package io.firmitas.tck.rules.sources;

import io.firmitas.Context;
import io.firmitas.FailureMatcher;
import io.firmitas.PolicyRuntime;
import io.firmitas.sources.Sources;
import io.firmitas.testkit.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Sources that answer with their own name, or fail as told; it keeps a list of who was asked. */
final class Network {
  private final VirtualRuntime time;
  private final Map<String, Throwable> failures = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final List<Context> contexts = new ArrayList<>();

  Network(VirtualRuntime time) {
    this.time = time;
  }

  Network breaks(String source, Throwable failure) {
    failures.put(source, failure);
    return this;
  }

  Network repairs(String source) {
    failures.remove(source);
    return this;
  }

  List<String> asked() {
    return asked;
  }

  int hits(String source) {
    return (int) asked.stream().filter(source::equals).count();
  }

  List<Context> contexts() {
    return contexts;
  }

  String answer(String source, Context context) throws Exception {
    asked.add(source);
    contexts.add(context);
    Throwable failure = failures.get(source);
    if (failure != null) {
      throw FailureMatcher.rethrow(failure);
    }
    return source;
  }

  CompletableFuture<String> answerAsync(String source, Context context) {
    asked.add(source);
    contexts.add(context);
    CompletableFuture<String> future = new CompletableFuture<>();
    complete(future, source);
    return future;
  }

  CompletableFuture<String> answerLater(String source, Context context) {
    asked.add(source);
    contexts.add(context);
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
  String call(Route route, Sources<String> sources) throws Exception {
    return switch (route) {
      case SYNC -> sources.call(this::answer);
      case ASYNC -> await(sources.callAsync(this::answerAsync));
      case ASYNC_LATER -> await(sources.callAsync(this::answerLater));
      case SUBMIT -> await(sources.submit(this::answer));
    };
  }

  /** Makes a call that fails. */
  Throwable failure(Route route, Sources<String> sources) {
    try {
      String answer = call(route, sources);
      throw new AssertionError("no failure, but the answer of " + answer);
    } catch (Exception failure) {
      return failure;
    } catch (AssertionError ours) {
      throw ours;
    } catch (Error failure) {
      return failure;
    }
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
