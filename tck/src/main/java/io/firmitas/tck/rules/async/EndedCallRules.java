package io.firmitas.tck.rules.async;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firmitas.Cancellation;
import io.firmitas.Context;
import io.firmitas.Policy;
import io.firmitas.retry.Retry;
import io.firmitas.sources.Sources;
import io.firmitas.tck.harness.Rule;
import io.firmitas.tck.harness.Scenario;
import io.firmitas.testkit.AsyncGate;
import io.firmitas.timeout.Timeout;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is left of an asynchronous call that has ended, while its context lives on. */
public abstract class EndedCallRules extends Scenario {
  private final IOException failure = new IOException("down");
  private final Cancellation cancellation = new Cancellation();
  private final Map<String, WeakReference<?>> ended = new LinkedHashMap<>();

  private void assertNoneKept() {
    awaitUntil(
        "the context has given up " + ended.keySet(),
        () -> {
          System.gc();
          ended.values().removeIf(call -> call.get() == null);
          return ended.isEmpty();
        });
    assertFalse(cancellation.isCancelled());
  }

  private void end(
      String what,
      Policy<Object> policy,
      BiConsumer<AsyncGate<String>, CompletableFuture<@Nullable Object>> end) {
    AsyncGate<String> call = new AsyncGate<>();
    CompletableFuture<@Nullable Object> future =
        policy.executeAsync(call.call(), Context.root().withCancellation(cancellation));
    assertFalse(future.isDone());
    end.accept(call, future);
    assertTrue(future.isDone());
    ended.put(what, new WeakReference<>(future));
  }

  @Test
  @Rule("AS-13")
  @DisplayName("a retry that has ended, by any way, is not kept by the cancellation of its context")
  void retry() {
    Retry retry = retry(Retry.builder().delay(seconds(1)).maxAttempts(2));

    end("a success", retry, (call, future) -> call.complete("page"));
    end("an error", retry, (call, future) -> call.fail(new AssertionError("not retried")));
    end(
        "a last failure",
        retry,
        (call, future) -> {
          call.fail(failure);
          time.advance(seconds(60));
          call.fail(failure);
        });
    end("a call that was given up", retry, (call, future) -> future.cancel(true));
    end(
        "a delay that was given up",
        retry,
        (call, future) -> {
          call.fail(failure);
          future.cancel(true);
        });
    assertNoneKept();
  }

  @Test
  @Rule("AS-13")
  @DisplayName(
      "a timeout that has ended, by any way, is not kept by the cancellation of its context")
  void timeout() {
    Timeout timeout = timeout(Timeout.builder(seconds(1)));

    end("a success", timeout, (call, future) -> call.complete("page"));
    end("a failure", timeout, (call, future) -> call.fail(failure));
    end("a late call", timeout, (call, future) -> time.advance(seconds(1)));
    end("a call that was given up", timeout, (call, future) -> future.cancel(true));
    end("a call of a closed runtime", timeout, (call, future) -> time.close());
    assertNoneKept();
  }

  @Test
  @Rule("AS-13")
  @DisplayName(
      "a search through sources that has ended, by any way, is not kept by the cancellation of its"
          + " context")
  void search() {
    Sources<String> sources = sources(Sources.<String>builder("cdn").add("a", "a").add("b", "b"));

    end("an answer", sources, (call, future) -> call.complete("page"));
    end("an error", sources, (call, future) -> call.fail(new AssertionError("ends the search")));
    end(
        "a last failure",
        sources,
        (call, future) -> {
          call.fail(failure);
          call.fail(failure);
        });
    end("a call that was given up", sources, (call, future) -> future.cancel(true));
    assertNoneKept();
  }
}
