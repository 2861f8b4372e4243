package io.firmitas.examples.claims;

import io.firmitas.retry.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Asynchronous retries that all wait for their next attempt. */
final class PendingRetries {
  private static final int MOST_THREADS = 2;

  private PendingRetries() {}

  static Finding of(int number) {
    Retry retry = Retry.builder().delay(Duration.ofHours(1)).maxDelay(Duration.ofHours(1)).build();
    IOException failure = new IOException("down");
    int before = liveThreads();
    List<CompletableFuture<Object>> pending = new ArrayList<>();
    for (int call = 0; call < number; call++) {
      pending.add(retry.callAsync(context -> CompletableFuture.failedFuture(failure)));
    }
    int extra = liveThreads() - before;
    boolean waiting = pending.stream().noneMatch(CompletableFuture::isDone);
    pending.forEach(call -> call.cancel(true));
    return new Finding(
        "Q8",
        "an asynchronous wait holds no thread",
        "%,d pending retries: %d more threads".formatted(number, extra),
        waiting && extra <= MOST_THREADS);
  }

  private static int liveThreads() {
    return Thread.getAllStackTraces().size();
  }
}
