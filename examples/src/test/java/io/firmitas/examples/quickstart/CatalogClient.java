package io.firmitas.examples.quickstart;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for the client of a remote catalog. */
@ApplicationScoped
class CatalogClient {
  private final AtomicInteger calls = new AtomicInteger();
  private volatile boolean broken;

  String get(String id) throws IOException {
    calls.incrementAndGet();
    if (broken) {
      throw new IOException("catalog is down");
    }
    return id + " page";
  }

  CompletionStage<String> getAsync(String id) {
    try {
      return CompletableFuture.completedFuture(get(id));
    } catch (IOException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  void breakDown() {
    broken = true;
  }

  int calls() {
    return calls.get();
  }
}
