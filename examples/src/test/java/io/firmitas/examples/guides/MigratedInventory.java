package io.firmitas.examples.guides;

import io.firmitas.cdi.BackoffKind;
import io.firmitas.cdi.CircuitBreaker;
import io.firmitas.cdi.Fallback;
import io.firmitas.cdi.JitterKind;
import io.firmitas.cdi.Retry;
import io.firmitas.cdi.Timeout;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;

// snippet: migration-microprofile
/** What {@code @Retry @CircuitBreaker @Timeout @Fallback} of MicroProfile mean without members. */
@ApplicationScoped
public class MigratedInventory {
  @Retry(
      maxRetries = 3,
      delay = "0s",
      backoff = BackoffKind.FIXED,
      jitter = JitterKind.PLUS_MINUS,
      jitterAmount = "200ms",
      totalTimeLimit = "3m")
  @CircuitBreaker(windowSize = 20, failureRate = 0.5, openTime = "5s")
  @Timeout("1s")
  @Fallback(method = "lastKnown")
  public int stock(String item) throws IOException {
    throw new IOException(item);
  }

  int lastKnown(String item) {
    return 7;
  }
}
// end
