package io.firmitas.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A bean of an application, which asks for all that a container's runtime has. */
@ApplicationScoped
public class LoadedApplication implements Callable<Object> {
  @Retry(delay = "1h", maxDelay = "1d")
  @CircuitBreaker
  @Timeout("2d")
  public CompletableFuture<String> waiting() {
    return CompletableFuture.failedFuture(new IOException("down"));
  }

  @Timeout(value = "1h", detached = Switch.ON)
  @Fallback(value = "down")
  @Override
  public Object call() throws IOException {
    throw new IOException("down");
  }
}
