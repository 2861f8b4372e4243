package io.firmitas.examples.demo;

import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.Retry;
import io.firmitas.cdi.Timeout;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The catalog as a CDI bean. What is not said here is in {@code
 * META-INF/microprofile-config.properties}.
 */
@ApplicationScoped
class CatalogBean {
  @Inject CdnClient cdn;
  @Inject PageCache cache;

  @Retry(name = "north", abortOn = NotFoundException.class, delayFor = RetryAfter.class)
  @CircuitBreaker(name = "north", skipOn = NotFoundException.class)
  @Timeout(name = "north")
  @Fallback(name = "north", method = "cached", skipOn = NotFoundException.class)
  Page north(String path) throws IOException, InterruptedException {
    return cdn.get(path);
  }

  @Retry(name = "west", abortOn = NotFoundException.class, delayFor = RetryAfter.class)
  @CircuitBreaker(name = "west", skipOn = NotFoundException.class)
  @Timeout(name = "west")
  @Fallback(name = "west", method = "cached", skipOn = NotFoundException.class)
  Page west(String path) throws IOException, InterruptedException {
    return cdn.get(path);
  }

  @Retry(name = "south", abortOn = NotFoundException.class, delayFor = RetryAfter.class)
  @CircuitBreaker(name = "south", skipOn = NotFoundException.class)
  @Timeout(name = "south")
  @Fallback(name = "south", method = "cachedLater", skipOn = NotFoundException.class)
  CompletionStage<Page> south(String path) {
    return cdn.getAsync(path);
  }

  Page cached(String path) throws IOException {
    return cache.copyOf(path);
  }

  CompletionStage<Page> cachedLater(String path) throws IOException {
    return CompletableFuture.completedFuture(cached(path));
  }
}
