package io.firmitas.examples.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Gets pages over HTTP, once per call and without any protection: that is what policies are for.
 */
class CdnClient {
  /**
   * The header with the number of the attempt. Java's HTTP client sends a GET a second time by
   * itself when the connection breaks; the origin can then tell the two apart.
   */
  static final String ATTEMPT = "Attempt";

  private final AtomicLong attempts = new AtomicLong();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI origin;
  private final PageCache cache;

  CdnClient(URI origin, PageCache cache) {
    this.origin = origin;
    this.cache = cache;
  }

  Page get(String path) throws IOException, InterruptedException {
    return read(path, http.send(request(path), BodyHandlers.ofString()));
  }

  CompletionStage<Page> getAsync(String path) {
    return http.sendAsync(request(path), BodyHandlers.ofString())
        .thenCompose(response -> readAsync(path, response));
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(origin.resolve(path))
        .header(ATTEMPT, Long.toString(attempts.incrementAndGet()))
        .build();
  }

  private CompletionStage<Page> readAsync(String path, HttpResponse<String> response) {
    try {
      return CompletableFuture.completedFuture(read(path, response));
    } catch (IOException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private Page read(String path, HttpResponse<String> response) throws IOException {
    int status = response.statusCode();
    if (status == 404) {
      throw new NotFoundException(path);
    }
    if (status >= 500) {
      throw new ServerErrorException(status, retryAfter(response));
    }
    return cache.keep(new Page(path, response.body(), true));
  }

  private static @Nullable Duration retryAfter(HttpResponse<String> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .orElse(null);
  }
}
