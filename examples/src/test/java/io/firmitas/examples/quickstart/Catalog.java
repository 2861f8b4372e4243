package io.firmitas.examples.quickstart;

import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.Retry;
import io.firmitas.cdi.Timeout;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.concurrent.CompletionStage;

// snippet: quick-annotate
@ApplicationScoped
public class Catalog {
  @Inject CatalogClient client;

  @Retry(name = "catalog", delay = "200ms", retryOn = IOException.class)
  @CircuitBreaker(name = "catalog", openTime = "30s")
  @Timeout("2s")
  @Fallback(method = "cached")
  public String page(String id) throws IOException {
    return client.get(id);
  }

  String cached(String id) {
    return "a cached " + id + " page";
  }

  @Retry(name = "catalog")
  @CircuitBreaker(name = "catalog")
  public CompletionStage<String> pageAsync(String id) {
    return client.getAsync(id);
  }
}
// end
